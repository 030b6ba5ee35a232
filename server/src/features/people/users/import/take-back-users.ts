import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { type UserUpdate, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { runInSavepoint } from '../../../../kernel/db/savepoint.ts'
import type { SessionEnder } from '../../../../kernel/session-ender.ts'
import type { RowToTakeBack, WriteBatch } from '../../../../kernel/sheets/batch-writer.ts'
import { administratorsAmong, keepAdministrators, lastAdministratorsAmong, strongerThan } from '../user-rules.ts'
import { logWrittenUsers, type UserPorts } from '../writing/plan-new-users.ts'
import { planUserChanges } from '../writing/plan-user-changes.ts'
import { importedUsersRepository as repository } from './imported-users.repository.ts'
import { type RememberedUser, type StoredUser, storedUser } from './imported-users.ts'

const kept = {
  deleted: '导入后已被删除',
  changed: '导入后已被他人修改',
  used: '导入后已登录或设置过密码，或角色、组织已变化',
} as const
type Ports = UserPorts & { sessions: SessionEnder }
/** Deletes users that no one has touched since they were added, for good: their accounts are free again. */
const eraseAdded = async ({ db, actor, audited }: WriteBatch, rows: readonly RowToTakeBack[]) => {
  const reasons = new Map<number, string>()
  if (rows.length === 0) return reasons
  const ids = rows.map(({ id }) => id)
  const found = new Map((await repository.added({ db, actor }, ids)).map((user) => [user.id, user]))
  // No one else ceases to be an administrator meanwhile.
  await administratorsAmong(db, actor.companyId, ids)
  const [stronger, lastAdmins] = [
    await strongerThan(db, actor, ids),
    await lastAdministratorsAmong(db, { companyId: actor.companyId }, ids),
  ]
  const reasonFor = ({ id, version }: RowToTakeBack) => {
    const user = found.get(id)
    if (!user) return kept.deleted
    if (user.version !== version) return kept.changed
    if (!user.untouched) return kept.used
    if (stronger.has(id)) return usersErrors.strongerPerson.msg
    return lastAdmins.has(id) ? usersErrors.lastAdministrator.msg : undefined
  }
  const erased = rows.filter((row) => {
    const reason = reasonFor(row)
    if (reason !== undefined) reasons.set(row.row, reason)
    return reason === undefined
  })
  await repository.erase(
    db,
    actor.companyId,
    erased.map(({ id }) => id),
  )
  for (const { id } of erased) {
    const { account = '', name = '' } = found.get(id) ?? {}
    const note = { entityId: id, entityName: name, before: { account, name } }
    audited.push({ event: userStatusContract.remove.audit.event, note })
  }
  return reasons
}

/**
 * The request that gives changed fields their former values. Takes what is remembered, as `rememberedUser` has left it.
 */
const toRequest = (
  { secrets }: UserPorts,
  { before, fields, version }: RowToTakeBack,
  { body }: StoredUser,
): UserUpdate => {
  const was = before as RememberedUser
  const now = body as RememberedUser
  const pickState = (field: string) => (fields.includes(field) ? was : now)
  const has = (...names: string[]) => names.some((field) => fields.includes(field))
  const sealed = was.sealedIdCard
  return {
    name: pickState('name').name,
    phone: pickState('phone').phone,
    email: pickState('email').email,
    sex: pickState('sex').sex,
    expireTime: pickState('expireTime').expireTime,
    remark: pickState('remark').remark,
    version,
    ...(has('idCard') && { idCard: sealed === null ? '' : secrets.unseal(sealed) }),
    ...(has('roles') && { roles: was.assignments }),
    ...(has('orgs', 'post', 'duty') && { orgs: was.memberships }),
  }
}

const restoreChanged = async (ports: Ports, batch: WriteBatch, rows: readonly RowToTakeBack[]) => {
  const { db, actor, audited, after } = batch
  const reasons = new Map<number, string>()
  if (rows.length === 0) return reasons
  const found = await repository.byIds(
    { db, actor },
    rows.map(({ id }) => id),
  )
  const stored = new Map(found.map((row) => [row.id, storedUser(ports.secrets, actor, row, new Map())]))
  const restored = rows.flatMap((row) => {
    const now = stored.get(row.id)
    if (now && now.version === row.version) return [{ row, user: now.user, request: toRequest(ports, row, now) }]
    reasons.set(row.row, now ? kept.changed : kept.deleted)
    return []
  })
  const plan = await planUserChanges(ports, { db, actor }, restored)
  const ids = restored.flatMap(({ row, user }) => {
    const [refusal] = plan.judge(user.id)
    if (refusal) reasons.set(row.row, refusal.spec.msg)
    return refusal ? [] : user.id
  })
  const admins = await administratorsAmong(db, actor.companyId, ids)
  const apply = async (userIds: readonly string[]) => {
    logWrittenUsers(audited, usersContract.update.audit.event, await plan.apply(new Set(userIds)))
  }
  const plain = ids.filter((id) => !admins.has(id))
  if (plain.length > 0) await apply(plain)
  for (const id of ids.filter((each) => admins.has(each))) {
    const refusal = await runInSavepoint(db, () => keepAdministrators(db, actor, () => apply([id])))
    const row = restored.find(({ user }) => user.id === id)?.row.row
    if (refusal && row !== undefined) reasons.set(row, refusal.spec.msg)
  }
  if (ids.length > 0) after.push(() => ports.sessions.forgetCompany(actor.companyId))
  return reasons
}

/**
 * Takes imported users back.
 * @returns why those are kept who are
 */
export const takeBackUsers = async (
  ports: Ports,
  batch: WriteBatch,
  rows: readonly RowToTakeBack[],
): Promise<ReadonlyMap<number, string>> => {
  // Deleted first, which frees login names.
  const erased = await eraseAdded(
    batch,
    rows.filter(({ before }) => before === null),
  )
  const restored = await restoreChanged(
    ports,
    batch,
    rows.filter(({ before }) => before !== null),
  )
  return new Map([...erased, ...restored])
}
