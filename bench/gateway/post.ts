import { Agent, request } from 'node:http'

export interface Place {
	port: number
	path: string
	token: string
}

/** Posts messages over connections that stay open, so many at a time. */
export class Posters implements Disposable {
	readonly #place: Place
	readonly #agent: Agent
	readonly #atOnce: number
	readonly #content: () => string

	constructor(place: Place, atOnce: number, content = () => 'The gate is open, come in.') {
		this.#content = content
		this.#place = place
		this.#atOnce = atOnce
		this.#agent = new Agent({ keepAlive: true, maxSockets: atOnce })
	}

	/** So many messages, or as many as there are until `isOver`. Answers how many. */
	async post(count: number, isOver = () => false): Promise<number> {
		let left = count
		const speak = async () => {
			while (!isOver() && left-- > 0) await this.#one()
		}
		await Promise.all(Array.from({ length: this.#atOnce }, speak))
		return count - Math.max(0, left)
	}

	#one(): Promise<void> {
		const { port, path, token } = this.#place
		const body = JSON.stringify({ content: this.#content() })
		const headers = {
			authorization: `Bot ${token}`,
			'content-type': 'application/json',
			'content-length': String(body.length),
		}
		return new Promise((resolve, reject) => {
			const options = { agent: this.#agent, host: '127.0.0.1', port, path, method: 'POST', headers }
			const sending = request(options, (response) => {
				response.resume()
				response.once('end', () => {
					if (response.statusCode === 200) resolve()
					else reject(new Error(`Creating a message was refused with ${response.statusCode}.`))
				})
			})
			sending.once('error', reject)
			sending.end(body)
		})
	}

	[Symbol.dispose](): void {
		this.#agent.destroy()
	}
}
