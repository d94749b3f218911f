import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../app.ts'

/** What a scraper reads. */
export interface Metrics {
	contentType: string
	/** In the text format of Prometheus. */
	text(): Promise<string>
}

/** Seconds; a page that signs a token takes longer than a message, a migration never. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Collects what operators watch: the process, HTTP, the gateway. Before the app listens, since it looks at requests. */
export function createMetrics({ http, gateway }: Pick<App, 'http' | 'gateway'>): Metrics {
	const register = new Registry()
	collectDefaultMetrics({ register })

	const requests = new Histogram({
		name: 'guildhall_http_request_duration_seconds',
		help: 'Requests by route and status, and how long they took.',
		labelNames: ['method', 'route', 'status'],
		buckets: BUCKETS,
		registers: [register],
	})
	http.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
		// The route as it was declared, never the address: ids and tokens stand in those.
		const route = request.routeOptions.url ?? 'none'
		requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
		done()
	})

	const gauge = (name: string, help: string, read: () => number) =>
		new Gauge({
			name: `guildhall_gateway_${name}`,
			help,
			registers: [register],
			collect() {
				this.set(read())
			},
		})
	gauge('sockets', 'Connections that are open.', () => gateway.counts().sockets)
	gauge('sessions', 'Sessions, with those that wait for their Resume.', () => gateway.counts().sessions)
	gauge('sessions_detached', 'Sessions that wait for their Resume.', () => gateway.counts().detached)
	gauge('subjects', 'Guilds, users and lobbies that are listened to.', () => gateway.counts().subjects)

	gauge(
		'kept_bytes',
		'Bytes kept for clients that are behind or may resume, all sessions together.',
		() => gateway.keeper.bytes,
	)

	/** The gateway counts for itself; what is read is what it has come to. */
	const counter = (name: string, help: string, read: () => number) =>
		new Counter({
			name: `guildhall_gateway_${name}_total`,
			help,
			registers: [register],
			collect() {
				this.reset()
				this.inc(read())
			},
		})
	const { meters } = gateway
	counter('frames_sent', 'Messages sent.', () => meters.framesSent)
	counter('bytes_sent', 'Bytes of messages sent, before compression.', () => meters.bytesSent)
	counter('frames_received', 'Messages of clients.', () => meters.framesReceived)
	counter('bytes_received', 'Bytes of messages of clients.', () => meters.bytesReceived)
	counter('sessions_begun', 'Sessions that began with Identify.', () => meters.identified)
	counter('resumes', 'Sessions that went on after a lost connection.', () => meters.resumed)
	counter('resumes_refused', 'Resumes that could not be.', () => meters.resumesRefused)
	counter('forgotten', 'Dispatches that were let go early, because too much was kept.', () => gateway.keeper.forgotten)
	counter('drops', 'Connections that were cut because their client did not read.', () => meters.dropped)
	new Counter({
		name: 'guildhall_gateway_closes_total',
		help: 'Connections that ended, by the code we gave; 0 where the client or the network ended them.',
		labelNames: ['code'],
		registers: [register],
		collect() {
			this.reset()
			for (const [code, count] of meters.closed) this.inc({ code }, count)
		},
	})

	return { contentType: register.contentType, text: () => register.metrics() }
}
