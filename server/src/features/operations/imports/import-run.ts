import { excelModes } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import * as z from 'zod/mini'
import type { JobBatch } from '../../../kernel/jobs/define-job.ts'
import type { WriteBatch } from '../../../kernel/sheets/batch-writer.ts'
import { planImport } from './import-plan.ts'
import type { ImportPorts } from './import-ports.ts'
import type { StoredImport } from './imports.repository.ts'

export const importData = z.object({
  importId: z.uuid(),
  entity: z.string(),
  mode: z.enum(excelModes),
  revision: z.int(),
  /** Of the moments that the file holds. */
  timeZone: z.string(),
})
export type ImportData = z.output<typeof importData>

/** One transaction of a run: what is written in it, and what is left to do at its end. */
export type Turn = WriteBatch & { readonly timeZone: string }

/** The turn of a batch, for its caller. */
export const toTurn = ({ db, caller }: JobBatch, timeZone: string): Turn => {
  if (!caller) throw new Error('an import runs for a caller')
  return { db, actor: caller, timeZone, audited: [], after: [] }
}

/** Plans a stored import with what its caller may see and change now. */
export const loadPlan = async (
  { findTemplate }: Pick<ImportPorts, 'findTemplate'>,
  { db, actor }: Pick<Turn, 'db' | 'actor'>,
  found: StoredImport,
) => planImport(await findTemplate({ db, actor }, found.excelId), found)

/** How runs of an import are queued. */
export const queued = { concurrency: 2, concurrencyPerCompany: 1 } as const
