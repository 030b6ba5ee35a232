import * as z from 'zod/mini'
import { writeAudit } from '../../../kernel/db/audit-log.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ContentKey, FileStore } from '../../../kernel/files/file-store.ts'
import { readStoreOwner } from '../../../kernel/files/own-store.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { defineJob, type JobRun } from '../../../kernel/jobs/define-job.ts'
import { RunEnded } from '../../../kernel/jobs/run-ended.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { checkSegment } from './check-segment.ts'
import { isSigned } from './checkpoint-seal.ts'
import { describeRows } from './describe-rows.ts'
import { type SegmentHeader, toHeader, writeSegment } from './segment-file.ts'
import { isSameRange, type Segment, segmentText } from './segment-seal.ts'
import { archivedEvent, type DatedCheckpoint, segmentsRepository as repository } from './segments.repository.ts'

/** About ten megabytes, compressed. A month of most companies has fewer. */
const rowsInSegment = 100_000
const checkpointsInSegment = 1000
const rowsTogether = 1000
/** A transaction of less than a second. */
const deletedTogether = 1000
const keysTogether = 500

type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>
type OnRows = (rows: { total?: number; ok?: number }) => Promise<void>
type Ports = {
  database: Database
  secrets: Secrets
  fileStore: Pick<FileStore, 'archive' | 'receive' | 'mark'>
  settings: Pick<Settings, 'read'>
}

/** As many of these checkpoints, which follow on one another, as make up one segment. */
const takeSegment = (dated: readonly DatedCheckpoint[]): DatedCheckpoint[] => {
  const first = dated[0]?.checkpoint.after ?? 0
  const end = dated.findIndex(({ checkpoint: { after, seq } }, at) => {
    const former = dated[at - 1]?.checkpoint.seq ?? after
    return after !== former || (at > 0 && seq - first > rowsInSegment)
  })
  return end < 0 ? [...dated] : dated.slice(0, end)
}

/**
 * Moves old rows of the audit log into files, which stay verifiable (decision 130): a file is written and read back, then
 * it is recorded, then its rows are deleted. Each step may be the last one of a process; the next run goes on from there.
 */
export const createLogArchive = ({ database, secrets, fileStore, settings }: Ports) => {
  const { archive } = fileStore

  /** The oldest rows that may be archived; undefined: none, or their checkpoints are about to be signed again. */
  const findNext = (transact: Transact, company: string, months: number) =>
    transact(async (db) => {
      const dated = takeSegment(await repository.listCheckpoints(db, company, { months, most: checkpointsInSegment }))
      const [oldest, newest] = [dated[0], dated.at(-1)]
      if (!oldest || !newest) return undefined
      const checkpoints = dated.map(({ checkpoint }) => checkpoint)
      const { publicKey, publicKeys } = secrets
      if (!checkpoints.every((each) => isSigned(publicKeys, each)))
        throw new Error(`a checkpoint of ${company} is signed by an unknown key: its rows are not archived`)
      if (!checkpoints.every((each) => isSigned([publicKey], each))) return undefined
      const prev = await repository.findEnd(db, company)
      const [{ firstTime }, { lastTime }] = [oldest, newest]
      return toHeader({
        checkpoints: [oldest.checkpoint, ...checkpoints.slice(1)],
        firstTime,
        lastTime,
        prev,
        publicKey,
      })
    })

  async function* readRows(transact: Transact, { company, first, last }: SegmentHeader) {
    for (let after = first - 1; after < last; ) {
      const rows = await transact((db) => repository.listRows(db, company, { after, last, most: rowsTogether }))
      const newest = rows.at(-1)
      if (!newest) throw new Error(`the audit log of ${company} lacks rows between ${after} and ${last}`)
      yield rows
      after = newest.seq
    }
  }

  /**
   * Reads a file back.
   * @throws unless it holds what it should
   */
  const assertSound = async (segment: Omit<Segment, 'size'>) => {
    const { company, first, last, sha256 } = segment
    const stored = await archive.read({ companyId: company, sha256 })
    if (!stored) throw new Error(`the archived rows ${first} to ${last} of ${company} are not in the store`)
    const checked = await checkSegment(stored)
    if (checked.fault || !isSameRange(checked.header, segment) || checked.sha256 !== sha256)
      throw new Error(`the file of rows ${first} to ${last} of ${company} is not what was sealed: no row was deleted`)
    return checked.size
  }

  /** Deletes the rows of a segment whose file was read back. */
  const deleteRows = async (transact: Transact, segment: Segment) => {
    for (;;) {
      const deleted = await transact((db) => repository.deleteRows(db, segment, deletedTogether))
      if (deleted < deletedTogether) return
    }
  }

  const storeFile = async (transact: Transact, header: SegmentHeader): Promise<ContentKey> => {
    const received = await fileStore.receive(writeSegment(header, readRows(transact, header)))
    try {
      await archive.put(header.company, received)
    } finally {
      await received.discard()
    }
    return { companyId: header.company, sha256: received.sha256 }
  }

  /** Its log says that the beginning has moved. */
  const auditArchived = (db: Db, { company, first, last, sha256 }: Segment) =>
    writeAudit(db, {
      companyId: company,
      actor: null,
      sessionId: null,
      origin: { traceId: newTraceId(), ip: '', agent: '' },
      event: archivedEvent,
      entityName: describeRows(first, last),
      after: { rows: last - first + 1, sha256 },
      ok: true,
      code: 0,
      ms: 0,
    })

  /**
   * Writes the file of these rows, and reads it back.
   * @returns undefined if another run has recorded them meanwhile, whose rows may be gone
   */
  const writeSound = async (transact: Transact, header: SegmentHeader): Promise<Segment | undefined> => {
    const { company, first, last, firstTime, lastTime, prev, hash } = header
    try {
      const { sha256 } = await storeFile(transact, header)
      const located = { company, first, last, firstTime, lastTime, prev, hash, sha256 }
      return { ...located, size: await assertSound(located) }
    } catch (error) {
      if (await transact((db) => repository.find(db, company, first))) return undefined
      throw error
    }
  }

  /** Returns how many rows it moved; 0 if there are none. */
  const archiveNext = async (transact: Transact, company: string, months: number): Promise<number> => {
    const header = await findNext(transact, company, months)
    const segment = header && (await writeSound(transact, header))
    if (!segment) return 0
    const signature = secrets.attest(segmentText(segment)).toString('hex')
    const isAdded = await transact(async (db) => {
      if (!(await repository.add(db, { ...segment, signature }))) return false
      await auditArchived(db, segment)
      return true
    })
    if (!isAdded) return 0
    await deleteRows(transact, segment)
    return segment.last - segment.first + 1
  }

  /** Goes on where a run broke off after it had recorded a segment. */
  const finishSegment = async (transact: Transact, segment: Segment) => {
    await assertSound(segment)
    await deleteRows(transact, segment)
  }

  /** Removes the files of companies that were erased. Nothing else ever removes one. */
  const removeErased = async (transact: Transact) => {
    const removeAmong = async (keys: readonly ContentKey[]) => {
      const erased = new Set(
        await transact((db) => repository.listErased(db, [...new Set(keys.map(({ companyId }) => companyId))])),
      )
      for (const key of keys) if (erased.has(key.companyId)) await archive.remove(key)
    }
    let keys: ContentKey[] = []
    for await (const key of archive.list())
      if (keys.push(key) === keysTogether) {
        await removeAmong(keys)
        keys = []
      }
    if (keys.length > 0) await removeAmong(keys)
    await archive.removeUnfinished()
  }

  /**
   * Archives what is due.
   * @param onRows learns how many rows are due, and of each segment how many it moved
   * @throws an error at the end if the log of a company could not be archived; others are
   */
  const archiveDue = async (transact: Transact, onRows: OnRows, onError: (error: unknown) => void) => {
    if ((await readStoreOwner(database, fileStore.mark)) !== 'own')
      throw new Error('the store of files belongs to another installation: nothing was archived')
    const failed = new Set<string>()
    const attempt = async (company: string, work: () => Promise<void>) => {
      if (failed.has(company)) return
      try {
        await work()
      } catch (error) {
        if (error instanceof RunEnded) throw error
        failed.add(company)
        onError(error)
      }
    }
    await removeErased(transact)
    for (const segment of await transact(repository.listUndeleted))
      await attempt(segment.company, () => finishSegment(transact, segment))
    const { 'audit.keepMonths': kept } = await settings.read()
    const months = Number(kept)
    const due = kept === 'always' ? [] : await transact((db) => repository.listDue(db, months))
    await onRows({ total: due.reduce((sum, { rows }) => sum + rows, 0) })
    for (const { company } of due)
      await attempt(company, async () => {
        for (let rows = await archiveNext(transact, company, months); rows > 0; ) {
          await onRows({ ok: rows })
          rows = await archiveNext(transact, company, months)
        }
      })
    if (failed.size > 0) throw new Error(`the audit logs of ${failed.size} companies were not archived`)
  }

  const run = ({ transact, report }: JobRun) =>
    archiveDue(
      (work) => transact(({ db }) => work(db)),
      (rows) => transact(async ({ count }) => count(rows)),
      report,
    )
  return {
    /** Archives what is due, as the job does. */
    archiveDue: (onError: (error: unknown) => void) =>
      archiveDue(
        (work) => database.transact({ reach: 'platform' }, work),
        async () => undefined,
        onError,
      ),
    job: defineJob({
      name: 'audit.archive',
      title: '归档操作日志',
      data: z.null(),
      reach: 'platform',
      schedule: { everyMinutes: 24 * 60, minute: 227 },
      run,
    }),
  }
}
