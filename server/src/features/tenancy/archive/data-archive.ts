import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ContentKey, ContentStore } from '../../../kernel/files/file-store.ts'
import { semaphore } from '../../../kernel/semaphore.ts'
import { companyDataRepository as repository } from './company-data.repository.ts'

type Bytes = Pick<ContentStore, 'has' | 'read'>
type Ports = { database: Database; content: Bytes; archive: Bytes }

/** Adds bytes under names. Reads them one at a time. */
const addFiles = async (
  zip: ZipFile,
  store: Bytes,
  files: AsyncIterable<ContentKey & { name: string }> | readonly (ContentKey & { name: string })[],
  signal: AbortSignal,
) => {
  for await (const { name, ...key } of files) {
    signal.throwIfAborted()
    if (!(await store.has(key))) continue
    zip.addReadStreamLazy(name, { compress: false }, (deliver) => {
      store.read(key).then(
        (bytes) => deliver(null, bytes ?? Readable.from([])),
        (error: Error) => deliver(error, Readable.from([])),
      )
    })
  }
}
/** Files lie below their company and digest, as the rows of `files` name them. */
async function* nameFiles(keys: AsyncIterable<ContentKey>) {
  for await (const key of keys) yield { ...key, name: `files/${key.companyId}/${key.sha256}` }
}

/** Writes one file per table, the row counts, and the bytes of files, which need the transaction no more. */
const writeArchive = async (
  db: Db,
  zip: ZipFile,
  ports: Ports,
  { companies, onRows, signal }: { companies: readonly string[]; onRows: (many: number) => void; signal: AbortSignal },
) => {
  await repository.beginSnapshot(db)
  const counts: Record<string, number> = {}
  for (const table of await repository.listTables(db)) {
    let count = 0
    const file = new PassThrough()
    zip.addReadStream(file, `${table}.jsonl`)
    const text = async function* () {
      for await (const lines of repository.readLines(db, table, companies)) {
        count += lines.length
        onRows(lines.length)
        yield `${lines.join('\n')}\n`
      }
    }
    await pipeline(text, file, { signal })
    counts[table] = count
  }
  const contents = { time: new Date().toISOString(), companies, rows: counts }
  zip.addBuffer(Buffer.from(JSON.stringify(contents, null, 2)), 'contents.json')
  await addFiles(zip, ports.archive, await repository.listSegments(db, companies), signal)
  await addFiles(zip, ports.content, nameFiles(repository.readContentKeys(db, companies)), signal)
  zip.end()
}

/**
 * The data of companies as chunks of a zip with one file of JSON lines per table (decision 39), read by a cursor in one
 * transaction at the reader's pace, and the bytes of their files and archived audit logs. An aborted reader ends the
 * transaction; a failure breaks the zip off. `onRows` receives how many rows each batch adds. Each instance runs two at once, each on one
 * connection; queued ones hold none.
 */
export const createDataArchive = (ports: Ports) => {
  const runLimited = semaphore(2, 100)
  return async function* dataArchive(
    companies: readonly string[],
    onRows: (many: number) => void = () => undefined,
  ): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile()
    const pieces = zip.outputStream as Readable
    zip.on('error', (error) => pieces.destroy(error))
    const abort = new AbortController()
    const writing = runLimited(() =>
      ports.database.transact({ reach: 'platform' }, (db) =>
        writeArchive(db, zip, ports, { companies, onRows, signal: abort.signal }),
      ),
    ).catch((error: Error) => void pieces.destroy(error))
    try {
      yield* pieces
    } finally {
      abort.abort()
      await writing
    }
  }
}
