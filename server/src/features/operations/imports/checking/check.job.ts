import { excelModes } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import * as z from 'zod/mini'
import { runRolledBack } from '../../../../kernel/db/savepoint.ts'
import { defineJob, type JobBatch, type JobRun } from '../../../../kernel/jobs/define-job.ts'
import { createTimeFormatter } from '../../../../kernel/wall-clock.ts'
import type { SheetRow } from '../../../../kernel/workbooks/read-sheet.ts'
import { callsFor, planImport } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import { importsRepository as repository, type StoredImport } from '../imports.repository.ts'
import type { ConversionWords } from '../reading/convert-cells.ts'
import { convertRows } from '../reading/convert-rows.ts'
import { attachErrors, chosenSheet, withStoredWorkbook } from '../reading/import-files.ts'
import { createMomentReader } from '../reading/moment-reader.ts'
import { countHidden, readRows } from '../reading/read-rows.ts'
import type { CallBatch } from '../writing/call-endpoint.ts'
import type { WriteRows } from '../writing/write-rows.ts'
import { listNotes } from './import-notes.ts'
import { countMasked, countVerdicts, toStoredRows } from './stored-rows.ts'

export const importData = z.object({
  importId: z.uuid(),
  entity: z.string(),
  mode: z.enum(excelModes),
  revision: z.int(),
  /** Of the moments that the file holds. */
  timeZone: z.string(),
})
export type ImportData = z.output<typeof importData>

/** The caller of a batch. */
export const getCaller = ({ caller }: JobBatch) => {
  if (!caller) throw new Error('an import runs for a caller')
  return caller
}

/** What cells are converted with. Read outside transactions, as it needs a connection of its own. */
export const readWords = async (
  { sheets, dictionaries }: Pick<ImportPorts, 'sheets' | 'dictionaries'>,
  companyId: string,
  { entity, timeZone }: { entity: string; timeZone: string },
): Promise<ConversionWords> => {
  const fields = sheets().find(({ sheet }) => sheet.entity === entity)?.sheet.fields ?? {}
  const groups = [...new Set(Object.values(fields).flatMap(({ dictionary }) => dictionary ?? []))]
  const items = groups.length === 0 ? new Map() : await dictionaries.read(companyId, groups, true)
  return { items, readMoment: createMomentReader(timeZone), clock: createTimeFormatter(timeZone) }
}

/**
 * Says what each row of a file would do: the rows are written as the import would write them, in one transaction that
 * is rolled back, so that what it says is what the import does.
 */
export const createCheckJob = (ports: ImportPorts, writeRows: WriteRows) => {
  const { files, sheets, findTemplate, references } = ports

  type Read = {
    rows: readonly SheetRow[]
    notes: (masked: number) => string[]
    words: ConversionWords
    timeZone: string
  }
  const judge = async (batch: JobBatch, found: StoredImport, { rows, notes, words, timeZone }: Read) => {
    const { db } = batch
    const actor = getCaller(batch)
    const plan = planImport(await findTemplate({ db, actor }, found.excelId), found)
    const converted = await convertRows({ db, actor }, plan, { rows, words, references: references() })
    const calls: CallBatch = { db, actor, timeZone, audited: [], after: [] }
    const written = await runRolledBack(db, () => writeRows(plan, calls, converted))
    const stored = toStoredRows(written, plan, words)
    const counts = countVerdicts(stored)
    const { companyId } = actor
    const result = { counts, notes: notes(countMasked(written)), revision: found.revision }
    await repository.replaceRows(db, { companyId, id: found.id }, stored, result)
    batch.count({ total: counts.total, ok: counts.total - counts.refused, failed: counts.refused })
    return plan
  }

  const run = async (job: JobRun<ImportData>) => {
    const { companyId, data, transact } = job
    const found = await transact(({ db }) => repository.find(db, { companyId, id: data.importId }))
    // Deleted, or mapped again meanwhile.
    if (!found || found.revision !== data.revision) return
    const sheet = chosenSheet(found)
    const read = await withStoredWorkbook(files, { companyId, sha256: found.sha256 }, async (book) => {
      const rows = await readRows(book, sheet)
      const remarks = book.remarks()
      return {
        rows,
        notes: (masked: number) => listNotes({ hidden: countHidden(rows), masked }, remarks, sheet.header),
      }
    })
    const { timeZone } = data
    const words = await readWords(ports, companyId, { entity: found.entity, timeZone })
    const plan = await transact((batch) => judge(batch, found, { ...read, words, timeZone }))
    await attachErrors(files, job, found, plan)
  }

  return defineJob<ImportData>({
    name: 'imports.check',
    data: importData,
    reach: 'company',
    run,
    retries: 1,
    concurrency: 2,
    concurrencyPerCompany: 1,
    endpoints: (data) => callsFor(sheets(), data),
  })
}
