import type { RunEvent, RunState } from '@atrium/contract/kernel/job-states.ts'
import { ownRunChanged, runProgressed } from '@atrium/contract/kernel/job-topics.ts'
import type { AuditActor } from '../audit-actor.ts'
import type { Db } from '../db/database.ts'
import { publish } from '../events/publish.ts'
import type { RunRef } from './job-runs.repository.ts'

const maxLineLength = 500
type Change = { event: RunEvent; state: RunState; actor?: AuditActor | null; line?: string }

/** Adds a line to a run's log. */
const log = (db: Db, { companyId, id }: RunRef, { event, actor, line = '' }: Omit<Change, 'state'>) =>
  db
    .insertInto('job_log')
    .values({
      company_id: companyId,
      run_id: id,
      event,
      line: line.slice(0, maxLineLength),
      actor: actor ? JSON.stringify(actor) : null,
    })
    .execute()

/** What becomes known of a run: its log, and events for open consoles. */
export const jobEventsRepository = {
  log,

  /** Publishes that a run's counts have moved. */
  moved: (db: Db, { companyId, id }: RunRef) => publish(db, runProgressed, { company: companyId }, { id }),

  /** Records a change of state, if it is a run that a person asked for. */
  async record(db: Db, ref: RunRef, { state, ...change }: Change): Promise<void> {
    const { companyId, id } = ref
    const run = await db
      .selectFrom('job_runs')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('requested_by', 'is not', null)
      .select(['requested_by as userId', 'requested_in as home'])
      .executeTakeFirst()
    if (!run) return
    await log(db, ref, change)
    await publish(db, runProgressed, { company: companyId }, { id })
    // Who acts in another company receives what is addressed to that company.
    const { userId, home } = run
    if (userId !== null && home === companyId)
      await publish(db, ownRunChanged, { user: { companyId, userId } }, { id, state })
  },
}
