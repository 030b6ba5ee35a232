import { jobsContract, ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { jobsErrors } from '@atrium/contract/features/operations/jobs/jobs.errors.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { resultRetention } from './jobs.repository.ts'
import { createJobRuns, ownRuns, runsOfCompany } from './jobs.service.ts'

/** What people see of the runs of jobs. */
export const createJobsFeature = (ports: Parameters<typeof createJobRuns>[0]): Feature => {
  const runs = createJobRuns(ports)
  return {
    routes: [
      ...implement(jobsContract, {
        list: (scope, query) => runs.list(scope, runsOfCompany, query),
        get: (scope, id) => runs.get(scope, runsOfCompany, id),
        pause: (scope, id) => runs.pause(scope, runsOfCompany, id),
        resume: (scope, id) => runs.resume(scope, runsOfCompany, id),
        cancel: (scope, id) => runs.cancel(scope, runsOfCompany, id),
        undo: (scope, id) => runs.undo(scope, runsOfCompany, id),
      }),
      ...implement(ownJobsContract, {
        ownJobs: (scope, query) => runs.list(scope, ownRuns, query),
        recentJobs: runs.recent,
        ownJob: (scope, id) => runs.get(scope, ownRuns, id),
        pauseOwn: (scope, id) => runs.pause(scope, ownRuns, id),
        resumeOwn: (scope, id) => runs.resume(scope, ownRuns, id),
        cancelOwn: (scope, id) => runs.cancel(scope, ownRuns, id),
        undoOwn: (scope, id) => runs.undo(scope, ownRuns, id),
        result: (scope, id) => runs.file(scope, id, 'result'),
        errors: (scope, id) => runs.file(scope, id, 'errors'),
      }),
    ],
    constraints: { job_runs__one_undo: { ...jobsErrors.notUndoable, field: 'id' } },
    retention: [resultRetention],
  }
}
