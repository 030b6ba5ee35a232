import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ContentKey, ContentStore } from '../../../kernel/files/file-store.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { semaphore } from '../../../kernel/semaphore.ts'
import { archiveFormat, contentsName, signatureName, signContents, type TableContents } from './archive-contents.ts'
import { companyDataRepository as repository } from './company-data.repository.ts'

type Bytes = Pick<ContentStore, 'has' | 'read'>
type Ports = { database: Database; content: Bytes; archive: Bytes; secrets: Pick<Secrets, 'sign'> }
/** Whose data: a company's alone, or that of all companies of a tenant. */
export type Archived = { companies: readonly string[]; tenant: string | null }

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

type Writing = { archived: Archived; onRows: (many: number) => void; signal: AbortSignal }

/**
 * Adds the rows of a table as a file of lines.
 * @returns what it holds
 */
const addTable = async (
  db: Db,
  zip: ZipFile,
  table: string,
  { archived, onRows, signal }: Writing,
): Promise<TableContents> => {
  let rows = 0
  const hash = createHash('sha256')
  const file = new PassThrough()
  zip.addReadStream(file, `${table}.jsonl`)
  const text = async function* () {
    for await (const lines of repository.readLines(db, table, archived.companies)) {
      rows += lines.length
      onRows(lines.length)
      const piece = `${lines.join('\n')}\n`
      hash.update(piece)
      yield piece
    }
  }
  await pipeline(text, file, { signal })
  return { rows, sha256: hash.digest('hex'), columns: await repository.listColumns(db, table) }
}

/**
 * Writes one file per table, what they hold with its signature, and the bytes of files, which need the transaction no
 * more.
 */
const writeArchive = async (db: Db, zip: ZipFile, ports: Ports, writing: Writing) => {
  const { archived, signal } = writing
  const { companies } = archived
  await repository.beginSnapshot(db)
  const tables: Record<string, TableContents> = {}
  for (const table of await repository.listTables(db)) tables[table] = await addTable(db, zip, table, writing)
  const rows = Object.fromEntries(Object.entries(tables).map(([table, held]) => [table, held.rows]))
  const contents = { format: archiveFormat, time: new Date().toISOString(), ...archived, rows, tables }
  const text = JSON.stringify(contents, null, 2)
  zip.addBuffer(Buffer.from(text), contentsName)
  zip.addBuffer(Buffer.from(signContents(ports.secrets, text)), signatureName)
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
    archived: Archived,
    onRows: (many: number) => void = () => undefined,
  ): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile()
    const pieces = zip.outputStream as Readable
    zip.on('error', (error) => pieces.destroy(error))
    const abort = new AbortController()
    const writing = runLimited(() =>
      ports.database.transact({ reach: 'platform' }, (db) =>
        writeArchive(db, zip, ports, { archived, onRows, signal: abort.signal }),
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
