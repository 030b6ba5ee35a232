import type { JobBatch, JobRun } from '../../../../kernel/jobs/define-job.ts'
import type { ImportData } from '../checking/check.job.ts'
import type { ImportPlan } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import type { StoredImport } from '../imports.repository.ts'
import { attachErrors } from '../reading/import-files.ts'

/** What a batch has come to: work for after its commit, and the last row where more may follow. */
type AppliedBatch = {
  found: StoredImport
  plan: ImportPlan
  after: readonly (() => void)[]
  last: number | undefined
}
type ApplyBatch = (batch: JobBatch, last: number) => Promise<AppliedBatch>

/** Applies one batch after the other, from the row at which the run stands, and attaches the rows that were refused. */
export const applyBatches = async (
  files: ImportPorts['files'],
  job: JobRun<ImportData>,
  applyBatch: ApplyBatch,
): Promise<void> => {
  let last = Number(job.checkpoint ?? -1)
  for (;;) {
    const from = last
    const done = await job.transact((batch) => applyBatch(batch, from))
    for (const work of done.after) work()
    if (done.last === undefined) return attachErrors(files, job, done.found, done.plan)
    last = done.last
  }
}
