import type { ImportCounts } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { defineJob, type Job, type JobBatch, type JobRun } from '../../../../kernel/jobs/define-job.ts'
import { chunk, mapInChunks } from '../../../../kernel/map-in-chunks.ts'
import { readAhead } from '../../../../kernel/read-ahead.ts'
import { refusalAt } from '../../../../kernel/scope.ts'
import { createTimeFormatter } from '../../../../kernel/wall-clock.ts'
import type { OpenWorkbook } from '../../../../kernel/workbooks/open-workbook.ts'
import { attachErrors } from '../errors/attach-errors.ts'
import { callsFor, getWrites, type ImportPlan } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import { type ImportData, importData, loadPlan, queued, type Turn, toTurn } from '../import-run.ts'
import { importsRepository as repository, type StoredImport } from '../imports.repository.ts'
import { cacheReferences } from '../reading/cached-references.ts'
import type { ConversionWords } from '../reading/convert-cells.ts'
import { createRowConverter, type References, resolveRows, type UnresolvedRow } from '../reading/convert-rows.ts'
import { createMomentReader } from '../reading/moment-reader.ts'
import { countHidden, rowBatches, tooManyRows } from '../reading/read-rows.ts'
import { chosenSheet, withStoredWorkbook } from '../reading/stored-workbook.ts'
import type { ImportWriter, RowsTurn } from '../writing/import-writer.ts'
import { listNotes, type Noticed } from './import-notes.ts'
import type { WrittenRow } from './prepare-row.ts'
import { addCounts, countMasked, countVerdicts, noCounts, toStoredRows } from './stored-rows.ts'

/** Rows of one statement. */
const pieceRows = 100

/** What the batches of one check share. */
type Check = {
  readonly found: StoredImport
  readonly timeZone: string
  readonly words: ConversionWords
  readonly references: References
  readonly judge: RowsTurn
}

/** What cells are converted with. Read outside transactions, as it needs a connection of its own. */
const readWords = async (
  { dictionaries }: Pick<ImportPorts, 'dictionaries'>,
  companyId: string,
  { columns }: ImportPlan,
  timeZone: string,
): Promise<ConversionWords> => {
  const groups = [...new Set(columns.flatMap(({ field: { dictionary } }) => dictionary ?? []))]
  const items = groups.length === 0 ? new Map() : await dictionaries.read(companyId, groups, true)
  return { items, readMoment: createMomentReader(timeZone), clock: createTimeFormatter(timeZone) }
}

/**
 * Says what each row of a file would do, a batch of rows a transaction. Rows of a check that has died are replaced by the
 * next.
 */
export const createCheckJob = (name: string, ports: ImportPorts, writer: ImportWriter): Job<ImportData> => {
  const { files, sheets, secrets } = ports

  const storeRows = async (
    { db, actor }: Turn,
    { found, words }: Check,
    plan: ImportPlan,
    { judged, from }: { judged: readonly WrittenRow[]; from: number },
  ) => {
    const key = { companyId: actor.companyId, id: found.id }
    let writing: Promise<unknown> = Promise.resolve()
    for (const [piece, rows] of chunk(judged, pieceRows).entries()) {
      const stored = toStoredRows(secrets, rows, { plan, words, from: from + piece * pieceRows })
      // The database writes a piece while the next is made.
      await writing
      writing = repository.addRows(db, key, stored)
      // Awaited above, unless the next piece cannot be made.
      writing.catch(() => undefined)
    }
    await writing
  }

  const judgeBatch = async (batch: JobBatch, check: Check, rows: readonly UnresolvedRow[], from: number) => {
    const turn = toTurn(batch, check.timeZone)
    const plan = await loadPlan(ports, turn, check.found)
    const judged = await check.judge(turn, plan, await resolveRows(turn, plan, rows, check.references))
    await storeRows(turn, check, plan, { judged, from })
    const counts = countVerdicts(judged)
    batch.count({ ok: counts.total - counts.refused, failed: counts.refused })
    return { counts, masked: countMasked(judged) }
  }

  const checkRows = async (job: JobRun<ImportData>, check: Check, plan: ImportPlan) => {
    const { found } = check
    let counts: ImportCounts = noCounts
    const noticed: Noticed = { hidden: 0, masked: 0 }
    const convert = createRowConverter(plan, check.words)
    const sheet = chosenSheet(found)
    const key = { companyId: job.companyId, sha256: found.sha256 }
    const readBatches = async function* (book: OpenWorkbook) {
      for await (const rows of rowBatches(book, sheet, writer.batchRows.judged))
        yield { rows: await mapInChunks(rows, convert), hidden: countHidden(rows) }
    }
    const notes = await withStoredWorkbook(files, key, async (book) => {
      // The database judges and stores a batch while the next is read.
      for await (const { rows, hidden } of readAhead(readBatches(book))) {
        const from = counts.total
        if (from + rows.length > writer.maxRows) throw tooManyRows(writer.maxRows)
        const added = await job.transact((batch) => judgeBatch(batch, check, rows, from))
        counts = addCounts(counts, added.counts)
        noticed.masked += added.masked
        noticed.hidden += hidden
      }
      return listNotes(noticed, book.remarks(), sheet.header)
    })
    if (counts.total === 0) throw refusalAt(importsErrors.noRows, 'sheet')
    return { counts, notes }
  }

  /** Forgets what a check before this one has found. Finds nothing if the import is deleted, or mapped again meanwhile. */
  const begin = async (batch: JobBatch, { importId, revision, timeZone }: ImportData) => {
    const turn = toTurn(batch, timeZone)
    const key = { companyId: turn.actor.companyId, id: importId }
    const found = await repository.find(turn.db, key)
    if (found?.revision !== revision) return undefined
    await repository.clearRows(turn.db, key)
    return { found, key, plan: await loadPlan(ports, turn, found) }
  }

  const run = async (job: JobRun<ImportData>) => {
    const { companyId, data, transact } = job
    const begun = await transact((batch) => begin(batch, data))
    if (!begun) return
    const { found, key, plan } = begun
    const words = await readWords(ports, companyId, plan, data.timeZone)
    const judge = writer.createJudge(getWrites(plan.source))
    const references = cacheReferences(ports.references())
    const check = { found, words, judge, references, timeZone: data.timeZone }
    const { counts, notes } = await checkRows(job, check, plan)
    await transact(async (batch) => {
      batch.count({ total: counts.total })
      const isCurrent = await repository.setResult(batch.db, key, { counts, notes, revision: data.revision })
      if (!isCurrent) await repository.clearRows(batch.db, key)
    })
    await attachErrors(files, job, found, plan)
  }

  return defineJob<ImportData>({
    isTrial: true,
    ...queued,
    name,
    data: importData,
    reach: writer.reach,
    run,
    retries: 1,
    endpoints: (data) => callsFor(sheets(), data),
  })
}
