import type {
  approvalFlowsContract,
  FlowRow,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { approvalsErrors } from '@atrium/contract/features/communication/approvals/approvals.errors.ts'
import {
  type ApprovalField,
  type ApprovalFlow,
  type Condition,
  deciders,
} from '@atrium/contract/features/communication/approvals/flow.ts'
import type { DeclaredApproval, InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { findModuleOff } from '../../../kernel/http/admit.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { findInvisibleUsers } from '../../access/row-scopes/index.ts'
import { type ApprovalKind, defaultFlow } from './approval-kind.ts'
import { approvalsRepository as repository } from './approvals.repository.ts'
import { byAdministrators } from './choose-steps.ts'
import { flowsRepository } from './flows.repository.ts'
import { type HeldCalls, heldDays } from './held-calls.ts'
import { inboxRepository as inbox } from './inbox.repository.ts'

type Write = InputOf<(typeof approvalFlowsContract)['setFlow']>['body']
type KnownKind = {
  code: string
  title: string
  permission: string
  fields: readonly ApprovalField[]
  flow: ApprovalFlow
}

/** Who may decide on a kind that requires this permission, or none. */
const decidersOf = (permission: string) => deciders.filter((by) => by !== 'holders' || permission !== '')

/** A condition that can never be met would leave its step out of every flow. */
const isComparable = ({ comparison, value }: Condition, { kind }: ApprovalField): boolean =>
  kind === 'number'
    ? value.trim() !== '' && Number.isFinite(Number(value))
    : comparison === 'is' || comparison === 'isNot'

const ofCall = (code: string, { title, fields, by }: DeclaredApproval): KnownKind => ({
  code,
  title,
  permission: '',
  fields: Object.entries(fields).flatMap(([name, { label, kind }]) => (kind === 'user' ? [] : [{ name, label, kind }])),
  flow: { steps: [{ ...byAdministrators, by }], expireDays: heldDays },
})

/** Steps of each kind of approvals, as a company sets them. */
export const createFlows = ({ kinds, held }: { kinds: readonly ApprovalKind[]; held: HeldCalls }) => {
  /** Without calls of modules that are off. */
  const known = (actor: Actor): KnownKind[] => [
    ...kinds.map((kind) => ({ ...kind, flow: defaultFlow })),
    ...held
      .kinds()
      .flatMap(({ code, endpoint }) => (findModuleOff(actor.decide(endpoint)) ? [] : ofCall(code, endpoint.approval))),
  ]
  const assertDeciders = async ({ db, actor }: RequestScope, { steps }: ApprovalFlow, { permission }: KnownKind) => {
    const offered = decidersOf(permission)
    if (steps.some(({ by }) => !offered.includes(by))) throw refusalAt(approvalsErrors.unknownDecider, 'steps')
    const ids = [...new Set(steps.flatMap((step) => (step.by === 'users' || step.by === 'roles' ? step.ids : [])))]
    const named = await inbox.names(db, actor.companyId, ids)
    const users = steps.flatMap((step) => (step.by === 'users' ? step.ids : []))
    if (named.length < ids.length || (await findInvisibleUsers(db, actor, users)).length > 0)
      throw refusalAt(approvalsErrors.unknownDecider, 'steps')
  }

  return {
    async flows({ db, actor }: RequestScope) {
      const rows: FlowRow[] = []
      for (const { code, title, permission, fields, flow } of known(actor)) {
        const { version, ...stored } = (await repository.findFlow(db, actor.companyId, code)) ?? { ...flow, version: 0 }
        const names = await inbox.names(
          db,
          actor.companyId,
          stored.steps.flatMap(({ ids }) => ids),
        )
        const shown = fields.map(({ options = [], ...field }) => ({ ...field, options: [...options] }))
        rows.push({ id: code, name: title, ...stored, deciders: decidersOf(permission), fields: shown, names, version })
      }
      return { kinds: rows }
    },

    /** Throws `unknownField`, `wrongCondition`, `unknownDecider` and `versionConflict`. */
    async setFlow(scope: RequestScope, code: string, { version, ...flow }: Write) {
      const { db, actor } = scope
      const kind = orNotFound(known(actor).find((each) => each.code === code))
      for (const { when } of flow.steps) {
        if (!when) continue
        const field = kind.fields.find(({ name }) => name === when.field)
        if (!field) throw refusalAt(approvalsErrors.unknownField, 'steps')
        if (!isComparable(when, field)) throw refusalAt(approvalsErrors.wrongCondition, 'steps')
      }
      await assertDeciders(scope, flow, kind)
      if (!(await flowsRepository.save(db, actor.companyId, code, flow, version, toAuthor(scope))))
        throw new AppError(kernelErrors.versionConflict)
      scope.note({
        entityId: actor.companyId,
        entityName: kind.title,
        after: { steps: flow.steps.length, expireDays: flow.expireDays },
      })
      return null
    },
  }
}
