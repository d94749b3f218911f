/** The floor of a message: a bare route that takes the same body and does one insert in the same database, nothing else. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import { argumentOf, serveParent } from '../../child.ts'

const { sync } = argumentOf<{ sync: string }>()
const database = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'guildhall-bench-')), 'floor.sqlite'))
database.exec(`pragma journal_mode = wal; pragma synchronous = ${sync}`)
database.exec('create table messages (id integer primary key, content text not null)')
const insert = database.prepare('insert into messages (content) values (?)')

const http = fastify()
http.post('/messages', (request, reply) => {
	const { content } = request.body as { content: string }
	const { lastInsertRowid } = insert.run(content)
	void reply.send({ id: String(lastInsertRowid), content })
})
await http.listen({ host: '127.0.0.1', port: 0 })
const address = http.server.address()
serveParent({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/messages` })
