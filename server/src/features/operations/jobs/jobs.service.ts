import type { JobDetails, JobRow, JobsQuery } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { jobsErrors } from '@atrium/contract/features/operations/jobs/jobs.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { type RunFileKind, undoableStates } from '@atrium/contract/kernel/job-states.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import { auditedCaller } from '../../../kernel/audited-caller.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { cancelJob, pauseJob, resumeJob, undoJob } from '../../../kernel/jobs/control-runs.ts'
import type { AnyJob, Job } from '../../../kernel/jobs/define-job.ts'
import { assertStillAllowed } from '../../../kernel/jobs/run-callers.ts'
import { type Actor, AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { FileAddresses } from '../../content/uploads/index.ts'
import { type RunsOf, jobsRepository as repository, type StoredRun } from './jobs.repository.ts'

/** The runs that a caller sees: all of the company they act in, or their own there. */
type Seen = (actor: Actor) => RunsOf
export const runsOfCompany: Seen = ({ companyId }) => ({ companyId })
export const ownRuns = ({ companyId, userId }: Actor) => ({ companyId, userId })

/** Shown for an error that was not meant for people; the log of the node has it. */
const unexpected = '执行过程中发生错误，请重试；仍然失败时请联系系统管理员'
const mostRecent = 10
type Change = typeof pauseJob

/** A run has rows of its own caller's scope: of another's run, the caller must see whatever it may have. */
const mayControl = ({ userId }: StoredRun, actor: Actor): boolean => userId === actor.userId || actor.rows === 'all'

type Ports = { addresses: FileAddresses; jobs: () => readonly AnyJob[] }

/** Runs as people see them. Takes the jobs of all features, which say how their runs are taken back. */
export const createJobRuns = ({ addresses, jobs }: Ports) => {
  const findJob = (name: string): Job<unknown> | undefined =>
    jobs().find((job): job is Job<unknown> => job.kind === 'job' && job.name === name)
  const isUndoable = ({ name, state, ok, isTakenBack }: StoredRun) =>
    findJob(name)?.undo !== undefined && ok > 0 && !isTakenBack && undoableStates.some((each) => each === state)
  const toRow = (stored: StoredRun, actor: Actor): JobRow => {
    const { name, userId, problem, refused, isTakenBack: _, ...row } = stored
    const hasFailed = row.state === 'failed'
    return {
      ...row,
      title: row.title || (findJob(name)?.title ?? ''),
      trial: findJob(name)?.isTrial === true,
      mine: userId === actor.userId,
      problem: hasFailed ? (refused ? (problem ?? '') : unexpected) : '',
      undoable: isUndoable(stored) && mayControl(stored, actor),
    }
  }

  /**
   * A run that the caller may control.
   * @throws `notFound` and `othersRun`
   */
  const findControlled = async ({ db, actor }: RequestScope, seen: Seen, id: string): Promise<StoredRun> => {
    const run = orNotFound(await repository.find(db, seen(actor), id))
    if (!mayControl(run, actor)) throw new AppError(jobsErrors.othersRun)
    return run
  }
  const change = (work: Change, refusal: ErrorSpec) => async (scope: RequestScope, seen: Seen, id: string) => {
    const { db, actor } = scope
    const run = await findControlled(scope, seen, id)
    if (!(await work(db, actor.companyId, id, auditedCaller(actor)))) throw new AppError(refusal)
    scope.note({ entityId: id, entityName: toRow(run, actor).title })
    return null
  }

  return {
    pause: change(pauseJob, jobsErrors.notPausable),
    resume: change(resumeJob, jobsErrors.notPaused),
    cancel: change(cancelJob, jobsErrors.ended),

    async list({ db, actor, origin: { timeZone } }: RequestScope, seen: Seen, query: JobsQuery) {
      assertPageDepth(query)
      const page = await repository.list(db, seen(actor), query, { timeZone, mine: actor.userId })
      return { ...page, data: page.data.map((run) => toRow(run, actor)) }
    },

    async recent({ db, actor }: RequestScope): Promise<JobRow[]> {
      const runs = await repository.recent(db, ownRuns(actor), mostRecent)
      return runs.map((run) => toRow(run, actor))
    },

    async get({ db, actor }: RequestScope, seen: Seen, id: string): Promise<JobDetails> {
      const of = seen(actor)
      const run = orNotFound(await repository.find(db, of, id))
      const [links, log] = await Promise.all([repository.links(db, of, id), repository.log(db, of, id)])
      return { ...toRow(run, actor), ...links, log }
    },

    /** Throws `notFound`, `othersRun`, `noUndo` and `notUndoable`. */
    async undo(scope: RequestScope, seen: Seen, id: string) {
      const run = await findControlled(scope, seen, id)
      const job = findJob(run.name)
      if (!job?.undo) throw new AppError(jobsErrors.noUndo)
      const title = fillSource('撤销：{title}', { title: run.title })
      const undoId = isUndoable(run) ? await undoJob(scope, job, { id, title }) : undefined
      if (undoId === undefined) throw new AppError(jobsErrors.notUndoable)
      scope.note({ entityId: id, entityName: run.title })
      return { id: undoId }
    },

    async file({ db, actor }: RequestScope, id: string, kind: RunFileKind) {
      const file = await repository.file(db, ownRuns(actor), id, kind)
      if (!file) throw new AppError(jobsErrors.noFile)
      // A right that the run needed is needed for what it has brought, too.
      assertStillAllowed(actor, findJob(file.job)?.endpoints?.(file.data) ?? [])
      return { name: file.name, size: file.size, url: addresses.temporary(actor.companyId, file.id) }
    },
  }
}
