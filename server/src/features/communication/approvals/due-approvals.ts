import { writeAudit } from '../../../kernel/db/audit-log.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { defineTrigger } from '../../../kernel/jobs/define-job.ts'
import type { ApprovalKind } from './approval-kind.ts'
import { type Approval, type ApprovalKey, approvalsRepository as repository } from './approvals.repository.ts'
import { type Approvals, system } from './approvals.ts'

const platform = { reach: 'platform' } as const
const expired = '超过期限未审批，已自动结束'
const stale = '申请内容已变更或已不存在'

type Ports = { database: Database; approvals: Approvals; kinds: readonly ApprovalKind[] }

/** What time does to approvals, each in a transaction of its own: several nodes may do it at once. */
export const createDueApprovals = ({ database, approvals, kinds }: Ports) => {
  const kindOf = (approval: Approval) => kinds.find(({ code }) => code === approval.kind)
  /** Finds rows, and works on each that is still open. */
  const each = async (
    list: (db: Db) => Promise<ApprovalKey[]>,
    work: (db: Db, approval: Approval) => Promise<unknown>,
  ) => {
    for (const key of await database.read(platform, list))
      await database.transact(platform, async (db) => {
        const approval = await repository.hold(db, key)
        if (approval?.state === 'open') await work(db, approval)
      })
  }
  const end = async (db: Db, approval: Approval, state: 'withdrawn' | 'expired', reason: string) => {
    await repository.addAct(db, approval, { step: approval.step, act: state, actor: null, reason })
    await repository.end(db, approval, state, reason)
  }
  const expire = async (db: Db, approval: Approval) => {
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
  const remind = async (db: Db, approval: Approval) => {
    await repository.stopReminding(db, approval)
    await repository.addAct(db, approval, { step: approval.step, act: 'reminded', actor: null })
    await approvals.notifyDeciders(db, approval)
  }
  const adopt = async (kind: ApprovalKind) => {
    for (const key of await database.read(platform, (db) => repository.listMissing(db, kind.code, kind.waiting)))
      await database.transact(platform, async (db) => {
        const subject = await kind.find(db, key)
        if (subject) await approvals.ask(db, kind, subject)
      })
  }

  const runDue = async () => {
    for (const kind of kinds) {
      await each(
        (db) => repository.listStale(db, kind.code, kind.waiting),
        (db, approval) => end(db, approval, 'withdrawn', stale),
      )
      await adopt(kind)
    }
    await each((db) => repository.listDue(db, 'expires_at'), expire)
    await each((db) => repository.listDue(db, 'escalate_at'), approvals.widen)
    await each((db) => repository.listDue(db, 'remind_at'), remind)
    await each(repository.listForsaken, approvals.widen)
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
