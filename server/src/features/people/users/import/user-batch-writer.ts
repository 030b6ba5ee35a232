import {
  importedUser,
  type UserCreate,
  type UserUpdate,
  usersContract,
} from '@atrium/contract/features/people/users/users.contract.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { runInSavepoint, runRolledBack } from '../../../../kernel/db/savepoint.ts'
import { newId } from '../../../../kernel/ids.ts'
import { mapInChunks } from '../../../../kernel/map-in-chunks.ts'
import { hashPassword } from '../../../../kernel/password-hash.ts'
import { randomPassword } from '../../../../kernel/random-password.ts'
import { catchRefusal } from '../../../../kernel/refusals.ts'
import type { Actor, AppError } from '../../../../kernel/scope.ts'
import type { SessionEnder } from '../../../../kernel/session-ender.ts'
import type { BatchWriter, RowWrite, WriteBatch, WriteResult } from '../../../../kernel/sheets/batch-writer.ts'
import { administratorsAmong, keepAdministrators } from '../user-rules.ts'
import {
  logWrittenUsers,
  noMemory,
  planNewUsers,
  type UserMemory,
  type UserPorts,
  writableUser,
} from '../writing/plan-new-users.ts'
import { planUserChanges } from '../writing/plan-user-changes.ts'
import { bodyOfUser, findImportedUsers, rememberedUser, type StoredUser } from './imported-users.ts'
import { takeBackUsers } from './take-back-users.ts'

type Reader = { db: Db; actor: Actor }
type Added = { row: number; id: string; write: UserCreate; refusals: AppError[] }
type Changed = { row: number; user: StoredUser; request: UserUpdate }
type Plan = Awaited<ReturnType<typeof planRows>>

/** From a given number of users on, sessions of the whole company are read again rather than one by one. */
const manyUsers = 20
const hashedPasswordLength = 32

const planRows = async (ports: UserPorts, reader: Reader, writes: readonly RowWrite[], memory: UserMemory) => {
  const added = writes.flatMap(({ row, stored, body }): Added[] => {
    if (stored) return []
    let write = body as UserCreate
    const refusal = catchRefusal(() => {
      write = writableUser(reader.actor, write)
    })
    return [{ row, id: newId(), write, refusals: refusal ? [refusal] : [] }]
  })
  const changed = writes.flatMap(({ row, stored, body }): Changed[] =>
    stored ? [{ row, user: stored as StoredUser, request: body as UserUpdate }] : [],
  )
  const edits = changed.map(({ user, request }) => ({ user: user.user, request }))
  const changes = changed.length > 0 ? await planUserChanges(ports, reader, edits, memory) : undefined
  const newUsers = added.map(({ row, ...user }) => ({
    ...user,
    claimant: `${row}`,
    isRefused: user.refusals.length > 0,
  }))
  const additions = added.length > 0 ? await planNewUsers(ports, reader, newUsers, memory) : undefined
  const ofRow = new Map(newUsers.map((user) => [Number(user.claimant), user]))
  const userOf = new Map(changed.map(({ row, user }) => [row, user]))
  const judge = (row: number): AppError[] => {
    const user = ofRow.get(row)
    if (user) return [...user.refusals, ...(additions?.judge(user) ?? [])]
    return changes?.judge(userOf.get(row)?.id ?? '') ?? []
  }
  return {
    added,
    changed,
    changes,
    additions,
    refusals: new Map(await mapInChunks(writes, ({ row }): [number, AppError[]] => [row, judge(row)])),
  }
}
const isAccepted = ({ refusals }: Plan, row: number) => refusals.get(row)?.length === 0

/**
 * Changes of administrators that would leave the company without one, found by making them one after the other and
 * taking them back. There are few of them in any company.
 */
const judgeAdministrators = async ({ db, actor }: Reader, plan: Plan): Promise<void> => {
  const { changed, changes, refusals } = plan
  if (!changes) return
  const admins = await administratorsAmong(
    db,
    actor.companyId,
    changed.map(({ user }) => user.id),
  )
  const delicate = changed.filter(({ row, user }) => admins.has(user.id) && isAccepted(plan, row))
  if (delicate.length === 0) return
  await runRolledBack(db, async () => {
    for (const { row, user } of delicate) {
      const change = () => keepAdministrators(db, actor, () => changes.apply(new Set([user.id])))
      const refusal = await runInSavepoint(db, change)
      if (refusal) refusals.set(row, [refusal])
    }
  })
}

const judgeRows = async (ports: UserPorts, reader: Reader, writes: readonly RowWrite[], memory: UserMemory) => {
  const plan = await planRows(ports, reader, writes, memory)
  await judgeAdministrators(reader, plan)
  return plan
}

const writeRows = async (
  ports: UserPorts & { sessions: SessionEnder },
  { db, actor, audited, after }: WriteBatch,
  writes: readonly RowWrite[],
  password: { hash: string },
): Promise<ReadonlyMap<number, WriteResult>> => {
  const plan = await judgeRows(ports, { db, actor }, writes, noMemory())
  const { changes, additions, refusals } = plan
  const changed = plan.changed.filter(({ row }) => isAccepted(plan, row))
  const added = plan.added.filter(({ row }) => isAccepted(plan, row))
  // Changes first, as they free login names.
  if (changes && changed.length > 0)
    logWrittenUsers(
      audited,
      usersContract.update.audit.event,
      await changes.apply(new Set(changed.map(({ user }) => user.id))),
    )
  if (additions && added.length > 0)
    logWrittenUsers(
      audited,
      usersContract.create.audit.event,
      await additions.apply(new Set(added.map(({ id }) => id)), password),
    )
  if (changed.length > manyUsers) after.push(() => ports.sessions.forgetCompany(actor.companyId))
  else for (const { user } of changed) after.push(() => ports.sessions.forgetUser(user.id))
  return new Map<number, WriteResult>([
    ...[...refusals].map(([row, found]): [number, WriteResult] => [row, { refusals: found }]),
    ...changed.map(({ row, user }): [number, WriteResult] => [row, { id: user.id, version: user.version + 1 }]),
    ...added.map(({ row, id }): [number, WriteResult] => [row, { id, version: 1 }]),
  ])
}

/**
 * Users in imports, a batch at a time. New users have a password that no one knows; they set one by recovery, or an administrator
 * resets it.
 */
export const createUserBatchWriter = (ports: UserPorts & { sessions: SessionEnder }): BatchWriter => ({
  shape: importedUser,
  fixed: ['account'],
  toBody: (values, stored) => bodyOfUser(values, stored as StoredUser | undefined),
  remembered: (stored) => rememberedUser(stored as StoredUser),
  find: (reader, key, values, locks) => findImportedUsers(ports.secrets, reader, { key, values, locks }),
  createJudge() {
    const memory = noMemory()
    return async (reader, writes) => (await judgeRows(ports, reader, writes, memory)).refusals
  },
  prepare: async () => ({ hash: await hashPassword(randomPassword(hashedPasswordLength)) }),
  write: (batch, writes, shared) => writeRows(ports, batch, writes, shared as { hash: string }),
  takeBack: (batch, rows) => takeBackUsers(ports, batch, rows),
})
