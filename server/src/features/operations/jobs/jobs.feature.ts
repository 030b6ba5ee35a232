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
        list: (scope, { query }) => runs.list(scope, runsOfCompany, query),
        get: (scope, { params }) => runs.get(scope, runsOfCompany, params.id),
        pause: (scope, { params }) => runs.pause(scope, runsOfCompany, params.id),
        resume: (scope, { params }) => runs.resume(scope, runsOfCompany, params.id),
        cancel: (scope, { params }) => runs.cancel(scope, runsOfCompany, params.id),
        undo: (scope, { params }) => runs.undo(scope, runsOfCompany, params.id),
      }),
      ...implement(ownJobsContract, {
        ownJobs: (scope, { query }) => runs.list(scope, ownRuns, query),
        recentJobs: (scope) => runs.recent(scope),
        ownJob: (scope, { params }) => runs.get(scope, ownRuns, params.id),
        pauseOwn: (scope, { params }) => runs.pause(scope, ownRuns, params.id),
        resumeOwn: (scope, { params }) => runs.resume(scope, ownRuns, params.id),
        cancelOwn: (scope, { params }) => runs.cancel(scope, ownRuns, params.id),
        undoOwn: (scope, { params }) => runs.undo(scope, ownRuns, params.id),
        result: (scope, { params }) => runs.file(scope, params.id, 'result'),
        errors: (scope, { params }) => runs.file(scope, params.id, 'errors'),
      }),
    ],
    constraints: { job_runs__one_undo: { ...jobsErrors.notUndoable, field: 'id' } },
    retention: [resultRetention],
  }
}
