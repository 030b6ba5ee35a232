import type { DecisionStep } from '@atrium/contract/features/explain/explain.contract.ts'
import { onlineSessionsContract } from '@atrium/contract/features/online-sessions/online-sessions.contract.ts'
import { fieldValue } from '@atrium/contract/features/operation-logs/field-words.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Actor } from '../../kernel/scope.ts'
import { rowsByRole } from '../access/index.ts'
import { type RecordKind, seenRecordsRepository as repository } from './seen-records.repository.ts'

type ByRole = Awaited<ReturnType<typeof rowsByRole>>[number]
type Asked = { person: { id: string; account: string }; module: string; recordId: string }

/** What the records of a module are, where data scopes tell them apart and they are known by an id. */
const kinds: Readonly<Record<string, RecordKind>> = {
  [usersContract.list.module]: 'user',
  [onlineSessionsContract.list.module]: 'session',
}
const step = (ok: boolean, detail: string): DecisionStep => ({ step: 'scope', ok, detail })
const quoted = ({ name, scope }: ByRole) => `角色“${name}”（${fieldValue('dataScope', scope) ?? scope}）`

/** What of a role hides a record: its data scope, or the first of its rules that leaves the record out. */
const hiddenBy = async (showing: (scopes: ByRole['rows'][]) => Promise<boolean[]>, role: ByRole) => {
  const { rules } = role.rows
  const [isWithin, ...kept] = await showing([
    { ...role.rows, rules: [] },
    ...rules.map((rule) => ({ ...role.rows, rules: [rule] })),
  ])
  if (!isWithin) return `${quoted(role)}的数据范围不包含它`
  return `${quoted(role)}的第 ${kept.indexOf(false) + 1} 条数据规则排除了它`
}

/**
 * Whether a person's data scope shows him a record, and by which role (wire §6). What the caller does not see himself is to
 * him as if it were not there, like the records of other companies.
 */
export const scopeStep = async (db: Db, actor: Actor, { person, module, recordId }: Asked): Promise<DecisionStep> => {
  const kind = kinds[module]
  if (!kind) return step(true, '这项操作的记录不能按编号判断数据范围')
  const ownerId = await repository.ownerOf(db, actor, kind, recordId)
  if (ownerId === undefined) return step(false, '没有这条记录，或者您看不到它')
  if (ownerId === person.id) return step(true, '这条记录是他本人的，总能看到')
  const seer = { companyId: actor.companyId, userId: person.id, account: person.account }
  const showing = (scopes: readonly ByRole['rows'][]) => repository.showing(db, seer, ownerId, scopes)
  const roles = await rowsByRole(db, actor.companyId, person.id)
  if (roles.length === 0) return step(false, '没有有效的角色，只能看到自己的记录')
  const shown = await showing(roles.map(({ rows }) => rows))
  const by = roles.filter((_role, at) => shown[at])
  if (by.length > 0) return step(true, `${by.map(quoted).join('、')}让他看到这条记录`)
  const hidden = []
  for (const role of roles) hidden.push(await hiddenBy(showing, role))
  return step(false, hidden.join('；'))
}
