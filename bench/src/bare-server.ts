import { availableParallelism } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'
import { countStatement, countValues, opening, pageStatement, pageValues } from './list-statements.ts'

/**
 * Baseline server: the list's own statements behind a bare route, with the same pool and row-level security, but
 * without authentication, validation, logging or limits.
 */
const { DATABASE_URL, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 + 2 * availableParallelism(), pipeline: true })
const server = Fastify({ logger: false })

server.get('/ready', async () => 'ok')
server.get<{ Params: { company: string } }>('/list/:company', async (request, reply) => {
  const client = await pool.connect()
  try {
    const [, page, counted] = await Promise.all([
      client.query(opening(request.params.company)),
      client.query({ name: 'page', text: pageStatement, values: pageValues }),
      client.query({ name: 'count', text: countStatement, values: countValues }),
    ])
    await client.query('commit')
    const total = Math.min(Number(counted.rows[0].total), 10_000)
    return reply
      .type('application/json')
      .send(JSON.stringify({ code: 0, msg: 'ok', data: page.rows, total, traceId: '' }))
  } finally {
    client.release()
  }
})
await server.listen({ host: '127.0.0.1', port: Number(PORT) })
process.on('SIGINT', () => process.exit(0))
