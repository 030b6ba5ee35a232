import { fieldValue } from '@atrium/contract/code-words.ts'
import type { DecisionStep } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { onlineSessionsContract } from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { listText, statementsText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { productName } from '../../../kernel/texts/product-name.ts'
import { rowsByRole } from '../../access/authorization/index.ts'
import { type RecordKind, visibleRecordsRepository as repository } from './visible-records.repository.ts'

type ByRole = Awaited<ReturnType<typeof rowsByRole>>[number]
type ScopeQuestion = { person: { id: string; account: string }; module: string; recordId: string }

/** The record kind of a module, for modules with data scopes whose records have an id. */
const kinds: Readonly<Record<string, RecordKind>> = {
  [usersContract.list.module]: 'user',
  [onlineSessionsContract.list.module]: 'session',
}
const step = (ok: boolean, detail: string): DecisionStep => ({ step: 'scope', ok, detail })
const quoted = ({ name, scope }: ByRole) =>
  t('角色“{name}”（{fieldValue}）', { name: productName(name), fieldValue: t(fieldValue('dataScope', scope) ?? scope) })

/** Describes what hides a record from a role: its data scope, or the first data rule that excludes it. */
const describeHiddenBy = async (visibleBy: (scopes: ByRole['rows'][]) => Promise<boolean[]>, role: ByRole) => {
  const { rules } = role.rows
  const [isWithin, ...passes] = await visibleBy([
    { ...role.rows, rules: [] },
    ...rules.map((rule) => ({ ...role.rows, rules: [rule] })),
  ])
  if (!isWithin) return t('{role}的数据范围不包含该记录', { role: quoted(role) })
  return t('{role}的第 {indexOf} 条数据规则排除了该记录', { role: quoted(role), indexOf: passes.indexOf(false) + 1 })
}

/**
 * Whether a user's data scope shows a record, and by which role. Records not visible to the caller are reported as
 * missing, like those of other companies.
 */
export const scopeStep = async (
  db: Db,
  actor: Actor,
  { person, module, recordId }: ScopeQuestion,
): Promise<DecisionStep> => {
  const kind = kinds[module]
  if (!kind) return step(true, t('该操作的记录不支持按编号判断数据范围'))
  const ownerId = await repository.findOwner(db, actor, kind, recordId)
  if (ownerId === undefined) return step(false, t('记录不存在，或您无权查看'))
  if (ownerId === person.id) return step(true, t('该记录属于本人，始终可见'))
  const viewer = { companyId: actor.companyId, userId: person.id, account: person.account }
  const visibleBy = (scopes: readonly ByRole['rows'][]) => repository.visibleBy(db, viewer, ownerId, scopes)
  const roles = await rowsByRole(db, actor.companyId, person.id)
  if (roles.length === 0) return step(false, t('没有有效的角色，仅可查看本人的记录'))
  const shown = await visibleBy(roles.map(({ rows }) => rows))
  const by = roles.filter((_role, at) => shown[at])
  if (by.length > 0) return step(true, t('{by}的数据范围包含该记录', { by: listText(by.map(quoted)) }))
  const hidden = []
  for (const role of roles) hidden.push(await describeHiddenBy(visibleBy, role))
  return step(false, statementsText(hidden))
}
