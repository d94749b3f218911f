import { spawn } from 'node:child_process'

const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
	darwin: ['open'],
	win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a page in the default browser of the person at this machine. */
export function openUrl(url: string): Promise<void> {
	const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
	return new Promise((resolve, reject) => {
		// No shell: the URL is an argument and nothing else.
		const opener = spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
		opener.once('error', reject)
		opener.once('spawn', () => {
			opener.unref()
			resolve()
		})
	})
}
