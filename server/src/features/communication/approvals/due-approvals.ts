import { writeAudit } from '../../../kernel/db/audit-log.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { defineTrigger } from '../../../kernel/jobs/define-job.ts'
import type { ApprovalKind } from './approval-kind.ts'
import {
  type Approval,
  type ApprovalKey,
  type DueTime,
  dueAtOnce,
  approvalsRepository as repository,
} from './approvals.repository.ts'
import { type Approvals, system } from './approvals.ts'

const platform = { reach: 'platform' } as const
const expired = '超过期限未审批，已自动结束'
const stale = '申请内容已变更或已不存在'
const firstId = '00000000-0000-0000-0000-000000000000'
/** Pages of approvals whose deciders are checked in one run; the others are first in the next one. */
const maxChecks = 20

type Ports = { database: Database; approvals: Approvals; kinds: readonly ApprovalKind[] }
type ListPage = (db: Db, after: string) => Promise<ApprovalKey[]>
type Work = (db: Db, approval: Approval) => Promise<unknown>

/** What time does to approvals, each in a transaction of its own: several nodes may do it at once. */
export const createDueApprovals = ({ database, approvals, kinds }: Ports) => {
  const kindOf = (approval: Approval) => kinds.find(({ code }) => code === approval.kind)
  const end = async (db: Db, approval: Approval, state: 'withdrawn' | 'expired', reason: string) => {
    await repository.addAct(db, approval, { step: approval.step, act: state, actor: null, reason })
    await repository.end(db, approval, state, reason)
  }
  const expire: Work = async (db, approval) => {
    const { companyId, subjectId: id, subjectName } = approval
    await kindOf(approval)?.end(db, { companyId, id }, { state: 'expired', reason: expired, by: system })
    await end(db, approval, 'expired', expired)
    await writeAudit(db, {
      companyId,
      actor: null,
      sessionId: null,
      origin: { traceId: newTraceId(), ip: '', agent: '' },
      event: 'approval.expired',
      entityId: approval.id,
      entityName: subjectName,
      ok: true,
      code: 0,
      ms: 0,
    })
  }
  const remind: Work = async (db, approval) => {
    await repository.stopReminding(db, approval)
    await repository.addAct(db, approval, { step: approval.step, act: 'reminded', actor: null })
    await approvals.notifyDeciders(db, approval)
  }
  const widen: Work = async (db, approval) => {
    if (!approval.widened) await approvals.widen(db, approval)
  }

  const keysOf = async function* (list: ListPage) {
    for (let after = firstId, isMore = true; isMore; ) {
      const page = await database.read(platform, (db) => list(db, after))
      yield* page
      isMore = page.length === dueAtOnce
      after = page.at(-1)?.id ?? after
    }
  }
  const forsaken = async function* () {
    const began = await database.read(platform, repository.readMoment)
    for (let page = 0, isMore = true; isMore && page < maxChecks; page += 1) {
      const found = await database.transact(platform, (db) => repository.checkDeciders(db, began))
      yield* found.forsaken
      isMore = found.checked === dueAtOnce
    }
  }

  /** One that fails keeps none of the others waiting, and is reported at the end. */
  const runDue = async () => {
    const failures: unknown[] = []
    const each = async (keys: AsyncIterable<ApprovalKey>, work: (db: Db, key: ApprovalKey) => Promise<unknown>) => {
      for await (const key of keys)
        await database.transact(platform, (db) => work(db, key)).catch((error: unknown) => failures.push(error))
    }
    /** What was listed may have ended since, or been worked on by another node. */
    const ifOpen = (work: Work) => async (db: Db, key: ApprovalKey) => {
      const approval = await repository.hold(db, key)
      if (approval?.state === 'open') await work(db, approval)
    }
    const due = (time: DueTime, work: Work) =>
      each(
        keysOf((db, after) => repository.listDue(db, time, after)),
        ifOpen(async (db, approval) => {
          if (await repository.isDue(db, approval, time)) await work(db, approval)
        }),
      )
    for (const kind of kinds) {
      await each(
        keysOf((db, after) => repository.listStale(db, kind.code, kind.waiting, after)),
        ifOpen((db, approval) => end(db, approval, 'withdrawn', stale)),
      )
      await each(
        keysOf((db, after) => repository.listMissing(db, kind.code, kind.waiting, after)),
        async (db, key) => {
          const subject = await kind.find(db, key)
          if (subject) await approvals.adopt(db, kind, subject)
        },
      )
    }
    await due('expires_at', expire)
    await due('escalate_at', widen)
    await due('remind_at', remind)
    await each(forsaken(), ifOpen(widen))
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} approvals failed`)
  }
  return {
    runDue,
    trigger: defineTrigger({
      name: 'approvals.due',
      title: '处理到期和无人审批的申请',
      schedule: { everyMinutes: 5 },
      run: runDue,
    }),
  }
}
