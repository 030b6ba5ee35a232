import { jobErrors } from '@atrium/contract/kernel/job-errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { ModuleSwitch } from './features/tenancy/tenants/tenants.feature.ts'
import type { AnyJob, Job, JobRun } from './kernel/jobs/define-job.ts'
import { AppError } from './kernel/scope.ts'

const stopWhileOff = <Data>(job: Job<Data>, title: string, ofModule: ModuleSwitch): Job<Data> => ({
  ...job,
  ...(job.undo && { undo: stopWhileOff(job.undo, title, ofModule) }),
  run: (run: JobRun<Data>) =>
    job.run({
      ...run,
      transact: (work) =>
        run.transact(async (batch) => {
          if (await ofModule.isOn(batch.db, run.companyId)) return work(batch)
          const msg = t('“{name}”已对本公司停用，可联系平台运营启用', { name: t(title) })
          throw new AppError({ ...jobErrors.noLongerAllowed, msg })
        }),
    }),
})
/** Jobs of a module, whose runs for a company end with a sentence where it is off. */
export const stopJobsWhileOff = (jobs: readonly AnyJob[], title: string, ofModule: ModuleSwitch): readonly AnyJob[] =>
  jobs.map((job) => (job.kind === 'trigger' ? job : stopWhileOff(job, title, ofModule)))
