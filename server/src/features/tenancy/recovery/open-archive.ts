import { createHash } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import yauzl from 'yauzl'
import { AppError } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import {
  type ArchiveContents,
  archiveContents,
  archiveFormat,
  contentsName,
  isSignedContents,
  signatureName,
} from '../archive/index.ts'

/** A row of an archive: its line, and what that says. */
export type Line = { text: string; row: Readonly<Record<string, unknown>> }
export type OpenArchive = {
  contents: ArchiveContents
  /**
   * The rows of a table in batches.
   * @throws `damaged` if they are not those that were signed, at the end for any change
   */
  readRows(table: string): AsyncGenerator<Line[]>
}

/** No archive has more entries: bytes of files are entries, too. */
const maxEntries = 2_000_000
const maxContentsBytes = 1024 * 1024
const maxLineLength = 16 * 1024 * 1024
const linesTogether = 500

const notAnArchive = () => new AppError(recoveryErrors.notAnArchive)
const damaged = (table: string) =>
  new AppError({ ...recoveryErrors.damaged, msg: t('档案中的 {table}.jsonl 已损坏或被改动，不能使用', { table }) })

/** The entries that are read: lists of rows, and what says what they are. Two of one name would be ambiguous. */
const readEntries = async (zip: yauzl.ZipFile) => {
  if (zip.entryCount > maxEntries) throw notAnArchive()
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    if (!fileName.endsWith('.jsonl') && fileName !== contentsName && fileName !== signatureName) continue
    if (entries.has(fileName)) throw notAnArchive()
    entries.set(fileName, entry)
  }
  return entries
}

/** A short text of an archive; empty: it has none. */
const readText = async (zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<string> => {
  if (!entry) return ''
  if (entry.uncompressedSize > maxContentsBytes) throw notAnArchive()
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const readFormat = (given: unknown): number =>
  typeof given === 'object' && given !== null && 'format' in given ? Number(given.format) : 0

/** The contents of an archive that this installation has signed. */
const readContents = async (
  zip: yauzl.ZipFile,
  entries: ReadonlyMap<string, yauzl.Entry>,
  secrets: Pick<Secrets, 'isSigned'>,
): Promise<ArchiveContents> => {
  const text = await readText(zip, entries.get(contentsName))
  const signature = await readText(zip, entries.get(signatureName))
  if (text === '') throw notAnArchive()
  if (signature === '') throw new AppError(recoveryErrors.unsigned)
  if (!isSignedContents(secrets, text, signature)) throw new AppError(recoveryErrors.foreign)
  const given = parse(text)
  if (readFormat(given) > archiveFormat) throw new AppError(recoveryErrors.newer)
  const { data } = archiveContents.safeParse(given)
  if (!data) throw notAnArchive()
  return data
}

/** A line as an object; undefined: it is none. */
const toLine = (text: string): Line | undefined => {
  const row = parse(text)
  return typeof row === 'object' && row !== null && !Array.isArray(row) ? { text, row: { ...row } } : undefined
}

/** The bytes of a table's file. What a library says of broken ones is a refusal. */
async function* readChunks(zip: yauzl.ZipFile, entry: yauzl.Entry, table: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
  } catch {
    throw damaged(table)
  }
}

const createLineReader = (zip: yauzl.ZipFile, { tables }: ArchiveContents, entries: ReadonlyMap<string, yauzl.Entry>) =>
  async function* readRows(table: string): AsyncGenerator<Line[]> {
    const [stated, entry] = [tables[table], entries.get(`${table}.jsonl`)]
    if (!stated) return
    if (!entry) throw damaged(table)
    const hash = createHash('sha256')
    const decoder = new StringDecoder('utf8')
    let rest = ''
    let rows = 0
    let batch: Line[] = []
    for await (const chunk of readChunks(zip, entry, table)) {
      hash.update(chunk)
      const texts = `${rest}${decoder.write(chunk)}`.split('\n')
      rest = texts.pop() ?? ''
      if (rest.length > maxLineLength) throw damaged(table)
      for (const text of texts) {
        const line = toLine(text)
        rows += 1
        if (!line || rows > stated.rows) throw damaged(table)
        if (batch.push(line) < linesTogether) continue
        yield batch
        batch = []
      }
    }
    if (rest !== '' || rows !== stated.rows || hash.digest('hex') !== stated.sha256) throw damaged(table)
    if (batch.length > 0) yield batch
  }

/** What a library says of a broken zip is a refusal. */
const refuseBroken = (error: unknown): never => {
  if (error instanceof AppError) throw error
  throw notAnArchive()
}

/**
 * Opens an archive that this installation has exported, for the time of some work.
 * @throws `notAnArchive`, `unsigned`, `foreign` and `newer`, and what the work throws
 */
export const withArchive = async <T>(
  path: string,
  secrets: Pick<Secrets, 'isSigned'>,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> => {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(refuseBroken)
  try {
    const opened = await readEntries(zip)
      .then(async (entries) => ({ entries, contents: await readContents(zip, entries, secrets) }))
      .catch(refuseBroken)
    return await work({ contents: opened.contents, readRows: createLineReader(zip, opened.contents, opened.entries) })
  } finally {
    zip.close()
  }
}
