import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Database, Db } from '../../kernel/db/database.ts'
import { workPool } from '../../kernel/work-pool.ts'
import { companyDataRepository as repository } from './company-data.repository.ts'

/** Writes one file for each table, and at the end how many rows each has. */
const write = async (db: Db, zip: ZipFile, companies: readonly string[], signal: AbortSignal) => {
  await repository.freeze(db)
  const counts: Record<string, number> = {}
  for (const table of await repository.tables(db)) {
    let count = 0
    const file = new PassThrough()
    zip.addReadStream(file, `${table}.jsonl`)
    const text = async function* () {
      for await (const lines of repository.lines(db, table, companies)) {
        count += lines.length
        yield `${lines.join('\n')}\n`
      }
    }
    await pipeline(text, file, { signal })
    counts[table] = count
  }
  const contents = { time: new Date().toISOString(), companies, rows: counts }
  zip.addBuffer(Buffer.from(JSON.stringify(contents, null, 2)), 'contents.json')
  zip.end()
}

/**
 * Everything some companies have, as the pieces of a zip with a file of JSON lines for each table (decision 39): read by a
 * cursor in one transaction, as fast as it is taken. What is given up ends the transaction; what fails breaks off, and is
 * no sound zip. Whoever makes archives has two places of his own: each holds a connection for as long as its reader takes,
 * and who waits holds none.
 */
export const createDataArchive = (database: Database) => {
  const inTurn = workPool(2, 100)
  return async function* dataArchive(companies: readonly string[]): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile()
    const pieces = zip.outputStream as Readable
    zip.on('error', (error) => pieces.destroy(error))
    const given = new AbortController()
    const writing = inTurn(() =>
      database.transact({ reach: 'platform' }, (db) => write(db, zip, companies, given.signal)),
    ).catch((error: Error) => void pieces.destroy(error))
    try {
      yield* pieces
    } finally {
      given.abort()
      await writing
    }
  }
}
