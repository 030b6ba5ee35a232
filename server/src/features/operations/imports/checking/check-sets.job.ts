import { type ImportCounts, maxSetRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { defineJob, type JobBatch, type JobRun } from '../../../../kernel/jobs/define-job.ts'
import { chunk, mapInChunks } from '../../../../kernel/map-in-chunks.ts'
import { refusalAt } from '../../../../kernel/scope.ts'
import type { JudgeSet } from '../../../../kernel/sheets/imported-sets.ts'
import { callsFor, getSetWrites, planImport } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import { importsRepository as repository, type StoredImport } from '../imports.repository.ts'
import type { ConversionWords } from '../reading/convert-cells.ts'
import { createRowConverter, type References, resolveRows } from '../reading/convert-rows.ts'
import { attachErrors, chosenSheet, withStoredWorkbook } from '../reading/import-files.ts'
import { countHidden, rowBatches, tooManyRows } from '../reading/read-rows.ts'
import { cachedReferences, isPending, prepareSet, refusedBy, sealedValues } from '../writing/set-rows.ts'
import { getCaller, type ImportData, importData, readWords } from './check.job.ts'
import { listNotes, type Noticed } from './import-notes.ts'
import { countMasked, countVerdicts, newValues, toStoredRows } from './stored-rows.ts'

/** Rows of one transaction, and of one statement. */
const batchRows = 1000
const pieceRows = 100

type Check = {
  readonly found: StoredImport
  readonly words: ConversionWords
  readonly references: References
  readonly judge: JudgeSet
  /** Keys of the rows so far. */
  readonly taken: Map<string, number>
  readonly noticed: Noticed
}
type Converted = ReturnType<ReturnType<typeof createRowConverter>>

/**
 * Says what each row of a large file would do: the rules of its entity judge batches of rows by sets, which takes seconds
 * for a hundred thousand. Rows of a check that has died are replaced by the next.
 */
export const createCheckSetsJob = (ports: ImportPorts) => {
  const { files, sheets, secrets, findTemplate, references } = ports
  const loadPlan = async (batch: JobBatch, found: StoredImport) =>
    planImport(await findTemplate({ db: batch.db, actor: getCaller(batch) }, found.excelId), found)

  const judgeBatch = async (batch: JobBatch, check: Check, rows: readonly Converted[], from: number) => {
    const { found, words, taken } = check
    const reader = { db: batch.db, actor: getCaller(batch) }
    const plan = await loadPlan(batch, found)
    const converted = await resolveRows(reader, plan, rows, check.references)
    const prepared = await prepareSet(reader, plan, converted, { taken, locks: false })
    const refusals = await check.judge(reader, prepared.filter(isPending))
    const judged = prepared.map((row) => {
      if (!isPending(row)) return row
      const found = refusals.get(row.row) ?? []
      return found.length > 0 ? refusedBy(found, row, plan) : row.written
    })
    const key = { companyId: reader.actor.companyId, id: found.id }
    const verdicts = []
    let writing: Promise<unknown> = Promise.resolve()
    for (const [piece, judgedRows] of chunk(judged, pieceRows).entries()) {
      const stored = toStoredRows(judgedRows, plan, words, from + piece * pieceRows).map((row) => ({
        ...row,
        // Remembered when it is written.
        before: null,
        changes: row.verdict === 'new' ? newValues(row.changes) : row.changes,
        write: { ...row.write, values: sealedValues(secrets, plan, row.write.values) },
      }))
      // The database writes a piece while the next is made.
      await writing
      writing = repository.addRows(batch.db, key, stored)
      // Awaited above, unless the next piece cannot be made.
      writing.catch(() => undefined)
      verdicts.push(...stored.map(({ verdict }) => ({ verdict })))
    }
    await writing
    const counts = countVerdicts(verdicts)
    batch.count({ ok: counts.total - counts.refused, failed: counts.refused })
    return { counts, masked: countMasked(judged) }
  }

  const checkRows = async (job: JobRun<ImportData>, check: Check) => {
    const counts: ImportCounts = { total: 0, new: 0, changed: 0, same: 0, refused: 0 }
    const plan = await job.transact((batch) => loadPlan(batch, check.found))
    const convert = createRowConverter(plan, check.words)
    const key = { companyId: job.companyId, sha256: check.found.sha256 }
    const sheet = chosenSheet(check.found)
    const notes = await withStoredWorkbook(files, key, async (book) => {
      for await (const rows of rowBatches(book, sheet, batchRows)) {
        if (counts.total + rows.length > maxSetRows) throw tooManyRows(maxSetRows)
        // Once, however often the transaction is tried.
        const converted = await mapInChunks(rows, convert)
        const added = await job.transact((batch) => judgeBatch(batch, check, converted, counts.total))
        for (const name of ['total', 'new', 'changed', 'same', 'refused'] as const) counts[name] += added.counts[name]
        check.noticed.masked += added.masked
        check.noticed.hidden += countHidden(rows)
      }
      return listNotes(check.noticed, book.remarks(), sheet.header)
    })
    if (counts.total === 0) throw refusalAt(importsErrors.noRows, 'sheet')
    return { counts, notes, plan }
  }

  const run = async (job: JobRun<ImportData>) => {
    const { companyId, data, transact } = job
    const key = { companyId, id: data.importId }
    const found = await transact(async ({ db }) => {
      const stored = await repository.find(db, key)
      // Deleted, or mapped again meanwhile.
      if (!stored || stored.revision !== data.revision) return undefined
      await repository.clearRows(db, key)
      return stored
    })
    const source = sheets().find(({ sheet }) => sheet.entity === found?.entity)
    if (!found || !source?.writes) return
    const { timeZone } = data
    const words = await readWords(ports, companyId, { entity: found.entity, timeZone })
    const judge = getSetWrites(source.writes).createJudge()
    const cached = cachedReferences(references())
    const noticed = { hidden: 0, masked: 0 }
    const check = { found, words, judge, references: cached, taken: new Map(), noticed }
    const { counts, notes, plan } = await checkRows(job, check)
    await transact(async (batch) => {
      batch.count({ total: counts.total })
      await repository.setResult(batch.db, key, { counts, notes, revision: data.revision })
    })
    await attachErrors(files, job, found, plan)
  }

  return defineJob<ImportData>({
    name: 'imports.checkSets',
    data: importData,
    reach: 'platform',
    run,
    retries: 1,
    concurrency: 2,
    concurrencyPerCompany: 1,
    endpoints: (data) => callsFor(sheets(), data),
  })
}
