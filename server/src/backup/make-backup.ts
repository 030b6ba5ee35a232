import packageJson from '../../package.json' with { type: 'json' }
import type { FileStore } from '../kernel/files/file-store.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { asBytes, begunName, manifestName, newBackupName, objectName, signatureName } from './backups.ts'
import { copyContent } from './copy-content.ts'
import { eachAtOnce } from './each-at-once.ts'
import { readFileList } from './file-list.ts'
import { formatNumber, type Manifest, type Part, signedText } from './manifest.ts'
import { compress } from './measure.ts'
import type { BackupPlace } from './place.ts'
import { assertSameInstallation } from './place-owner.ts'
import { assertNotPruning } from './pruning-mark.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

type StoredBytes = Pick<FileStore, 'content' | 'archive'>
export type BackupSource = {
  ownerUrl: string
  /** The store of the installation with this id. */
  openStore(installation: string): StoredBytes
  secrets: Pick<Secrets, 'attest' | 'publicKey'>
  release: number
}
export type Watch = {
  signal: AbortSignal
  /** Hears how far the work is, in a sentence for the operator. */
  onProgress(message: string): void
}
/** What a backup has added to its place. */
export type MadeBackup = { manifest: Manifest; addedFiles: number; damagedFiles: number }

const filesAtOnce = 4
/** A store that lacks so many is another one than the database's. */
const mostMissing = 1000

const newline = 0x0a
/** Counts rows: in COPY's text format each is a line. */
const countRows = (source: AsyncIterable<Uint8Array>) => {
  let rows = 0
  const pass = async function* () {
    for await (const chunk of source) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
      yield chunk
    }
  }
  return { source: pass(), counted: () => rows }
}

/** Many tables are empty: they need no object. */
const unlessEmpty = async (source: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return undefined
  return (async function* () {
    yield first.value
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  })()
}

/** Writes objects of one backup, and remembers what they are. */
const createWriter = (place: BackupPlace, backup: string) => {
  const parts: Part[] = []
  const write = async (name: string, source: AsyncIterable<Uint8Array>) =>
    void parts.push({ name, ...(await place.write(objectName(backup, name), source)) })
  const writeRows = async (name: string, source: AsyncIterable<Uint8Array>): Promise<number> => {
    const counting = countRows(source)
    await write(name, compress(counting.source))
    return counting.counted()
  }
  return { parts, write, writeRows }
}
type Writer = ReturnType<typeof createWriter>

const filesPart = 'files.copy.zst'

/** The database, while its snapshot lasts. */
const writeDatabase = async (snapshot: Snapshot, { write, writeRows }: Writer, { signal, onProgress }: Watch) => {
  const tables: Manifest['tables'] = []
  for (const [at, table] of snapshot.tables.entries()) {
    signal.throwIfAborted()
    const part = `tables/${table.schema}.${table.name}.copy.zst`
    const content = await unlessEmpty(snapshot.copy(table))
    const rows = content ? await writeRows(part, content) : 0
    tables.push({ ...table, rows, part: content ? part : null })
    onProgress(
      tell('表 {at}/{count}：{name}，{rows} 行', {
        at: at + 1,
        count: snapshot.tables.length,
        name: table.name,
        rows: rows.toLocaleString('en'),
      }),
    )
  }
  await write('roles.json', asBytes(`${JSON.stringify(snapshot.roles, null, 1)}\n`))
  const count = await writeRows(filesPart, snapshot.copyFiles())
  const { installation, mark, postgres, key, migrations, jobSchema, partitions, sequences, takenAt } = snapshot
  const facts = { installation, mark, postgres, key, migrations, jobSchema, partitions, sequences, takenAt }
  return { facts, tables, count }
}

/** The bytes of its files: what the place has already is not copied again. */
const writeFiles = async (place: BackupPlace, backup: string, bytes: StoredBytes, count: number, watch: Watch) => {
  const done = { files: 0, bytes: 0, added: 0, damaged: 0 }
  const missing: Manifest['files']['missing'] = []
  await eachAtOnce(readFileList(place, objectName(backup, filesPart)), filesAtOnce, async ({ size, store, ...key }) => {
    watch.signal.throwIfAborted()
    const outcome = await copyContent(bytes[store], place, key)
    done.files += 1
    done.bytes += size
    if (outcome === 'copied') done.added += 1
    if (outcome === 'damaged') done.damaged += 1
    if (outcome === 'damaged' || outcome === 'missing') missing.push(key)
    if (missing.length > mostMissing)
      throw new Error(
        tell('文件存储缺少 {mostMissing} 个以上的文件，备份中止。请检查 DATA_DIR 或 S3_BUCKET 是否是该系统的', {
          mostMissing,
        }),
      )
    if (done.files % 100 === 0) watch.onProgress(tell('文件 {files}/{count}', { files: done.files, count }))
  })
  return { ...done, missing }
}

/**
 * Backs an installation up beside its running nodes: the database as it is at one moment, then the bytes that its files
 * have. Bytes that are removed meanwhile stay in their store for days. What breaks off is not finished, as its manifest
 * is missing.
 * @throws an Error for the operator
 */
export const makeBackup = async (source: BackupSource, place: BackupPlace, watch: Watch): Promise<MadeBackup> => {
  const backup = newBackupName()
  const writer = createWriter(place, backup)
  const { facts, tables, count } = await readSnapshot(source.ownerUrl, watch.signal, async (snapshot) => {
    await assertSameInstallation(place, snapshot.installation)
    await place.write(objectName(backup, begunName), asBytes(JSON.stringify({ since: snapshot.takenAt })))
    await assertNotPruning(place)
    return writeDatabase(snapshot, writer, watch)
  })
  const files = await writeFiles(place, backup, source.openStore(facts.installation), count, watch)
  const manifest: Manifest = {
    format: formatNumber,
    name: backup,
    ...facts,
    version: packageJson.version,
    release: source.release,
    publicKey: source.secrets.publicKey,
    parts: writer.parts,
    tables,
    files: { part: filesPart, count, bytes: files.bytes, missing: files.missing },
  }
  const content = `${JSON.stringify(manifest, null, 1)}\n`
  const signature = source.secrets.attest(signedText(content)).toString('hex')
  await place.write(objectName(backup, signatureName), asBytes(signature))
  await place.settle(objectName(backup, ''))
  await place.write(objectName(backup, manifestName), asBytes(content))
  await place.settle(objectName(backup, ''))
  await place.remove(objectName(backup, begunName))
  return { manifest, addedFiles: files.added, damagedFiles: files.damaged }
}
