import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

/** A server of one page, `GET /metrics`, on a port of its own that only operators reach. */
export function createMetricsServer(metrics: Metrics) {
	return createServer((request, response) => {
		const [path] = (request.url ?? '').split('?')
		if (path !== '/metrics') return void response.writeHead(404).end('There is only /metrics here.\n')
		if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
		metrics.text().then(
			(text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
			() => response.writeHead(500).end(),
		)
	})
}
