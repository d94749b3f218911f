import { LoggingSeverity } from '../enums/clients.ts'

type LogSink = (message: string, severity: LoggingSeverity) => void

/** The general log of a client. Every line goes through the redactor before a sink gets it. */
export interface Logger {
	add(sink: LogSink, minSeverity: LoggingSeverity): () => void
	verbose(message: string): void
	info(message: string): void
	warning(message: string): void
	error(message: string): void
}

interface LoggerOptions {
	debugBuild: boolean
	redact(text: string): string
	/** A sink that threw. */
	failed(error: unknown): void
}

const KEPT = 100

export function logger({ debugBuild, redact, failed }: LoggerOptions): Logger {
	const sinks = new Set<LogSink>()
	// Lines from before the first sink: what a constructor says would reach nobody else.
	let early: [string, LoggingSeverity][] | undefined = []
	let isWriting = false

	function write(message: string, severity: LoggingSeverity): void {
		// A sink that calls the SDK must not make it log for ever.
		if (isWriting || (!debugBuild && severity < LoggingSeverity.Warning)) return
		const line = redact(message)
		if (early) {
			if (early.length < KEPT) early.push([line, severity])
			return
		}
		isWriting = true
		for (const sink of sinks) guarded(sink, line, severity)
		isWriting = false
	}

	function guarded(sink: LogSink, line: string, severity: LoggingSeverity): void {
		try {
			sink(line, severity)
		} catch (error) {
			failed(error)
		}
	}

	return {
		add(given, minSeverity) {
			const sink: LogSink = (line, severity) => {
				if (severity >= minSeverity && minSeverity !== LoggingSeverity.None) given(line, severity)
			}
			if (debugBuild) guarded(sink, 'This is a debug build of the SDK: do not ship it.', LoggingSeverity.Warning)
			for (const [line, severity] of early ?? []) guarded(sink, line, severity)
			early = undefined
			sinks.add(sink)
			return () => void sinks.delete(sink)
		},
		verbose: (message) => write(message, LoggingSeverity.Verbose),
		info: (message) => write(message, LoggingSeverity.Info),
		warning: (message) => write(message, LoggingSeverity.Warning),
		error: (message) => write(message, LoggingSeverity.Error),
	}
}
