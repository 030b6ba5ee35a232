import type { UserDetail, UserUpdate } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { assertVersion, toAuthor } from '../../../../kernel/db/crud-handlers.ts'
import { enforceWritable } from '../../../../kernel/enforce-writable.ts'
import { catchRefusal } from '../../../../kernel/refusals.ts'
import { type Actor, AppError, type AuditNote, type RequestScope } from '../../../../kernel/scope.ts'
import { pickAudited } from '../listing/user-views.ts'
import { lockMemberships } from '../memberships/lock-memberships.ts'
import { planRoleChanges } from '../roles/role-change.ts'
import { refuseExternalAccount, refusePast, requireRight, strongerThan } from '../user-rules.ts'
import { type ContactEdit, planContacts } from './contact-changes.ts'
import { createNameValidator } from './login-names.ts'
import {
  noMemory,
  restrictedFields,
  sealedIdCard,
  storedMoment,
  type UserMemory,
  type UserPorts,
  type WrittenUsers,
} from './plan-new-users.ts'
import { userSetsRepository as users } from './user-sets.repository.ts'

type Reader = Pick<RequestScope, 'db' | 'actor'>

/** A user before their edit; the ID card number masked. */
export type EditedUser = Pick<
  UserDetail,
  'id' | 'account' | 'name' | 'sex' | 'phone' | 'email' | 'idCard' | 'remark' | 'expireTime' | 'version' | 'outside'
>
export type UserChange = { readonly user: EditedUser; readonly request: UserUpdate }
type Writable = { user: EditedUser; write: UserUpdate; refusals: AppError[] }

/** What of an edit is judged without the database. */
const judgeWrite = (actor: Actor, { user, request }: UserChange, isStronger: boolean): Writable => {
  const was = { phone: user.phone, email: user.email, idCard: user.idCard, remark: user.remark }
  const unchanged = { ...was, idCard: undefined }
  let write = request
  const checks = [
    () => {
      if (isStronger) throw new AppError(usersErrors.strongerPerson)
    },
    () => assertVersion(user, request.version),
    () => {
      write = enforceWritable(actor, 'users', restrictedFields, { before: was, unchanged }, request)
    },
    () => {
      if (storedMoment(write.expireTime) !== user.expireTime) refusePast(write.expireTime, 'expireTime')
    },
    () => write.roles && requireRight(actor, 'sysUsers:roles'),
    () => write.orgs && requireRight(actor, 'sysOrgs:members'),
  ]
  const refusals = checks.flatMap((check) => catchRefusal(() => void check()) ?? [])
  return { user, write, refusals }
}

const readContacts = ({ user, write }: Writable): ContactEdit => ({
  userId: user.id,
  was: { phone: user.phone, email: user.email },
  to: { phone: write.phone, email: write.email },
})

/** Roles and organisations of edited users; absent ones stay. */
const planAssignments = async ({ planMemberships }: UserPorts, reader: Reader, asked: readonly Writable[]) => {
  const withRoles = asked.flatMap(({ user, write: { roles } }) => (roles ? [{ user, roles }] : []))
  const withOrgs = asked.flatMap(({ user, write: { orgs } }) => (orgs ? [{ user, requested: orgs }] : []))
  const roles =
    withRoles.length > 0 &&
    (await planRoleChanges(
      reader,
      withRoles.map(({ user, roles: wanted }) => ({ user, request: { roles: wanted, mode: 'replace' as const } })),
    ))
  const orgs = withOrgs.length > 0 && (await planMemberships(reader, withOrgs, 'orgs'))
  const refusalsBy = (plan: typeof roles | typeof orgs, of: readonly { user: EditedUser }[]) =>
    new Map(of.map(({ user }, at) => [user.id, plan ? plan.refusals[at] : undefined]))
  const [roleRefusals, orgRefusals] = [refusalsBy(roles, withRoles), refusalsBy(orgs, withOrgs)]
  return {
    isPlanned: roles !== false || orgs !== false,
    isLeaving: orgs !== false && orgs.isLeaving,
    listRefusals: (userId: string) => [roleRefusals.get(userId) ?? [], orgRefusals.get(userId) ?? []].flat(),
    async apply(userIds: ReadonlySet<string>) {
      if (roles) await roles.apply(userIds)
      const sideEffects = orgs ? (await orgs.apply(userIds)).sideEffects : []
      return { sideEffects, roles: roles ? await roles.audited(userIds) : undefined }
    },
  }
}

/**
 * Plans edits of users whose rows are locked, roles and organisations included. Needs platform reach.
 * @returns for each what refuses it: `strongerPerson`, `versionConflict`, as `enforceWritable`, `refusePast`,
 *   `planRoleChanges` and `planMemberships` and `planContacts` do, `signsInElsewhere`, and taken login names at their
 *   fields; and how to apply some of them, under `keepAdministrators`.
 */
export const planUserChanges = async (
  ports: UserPorts,
  reader: Reader,
  asked: readonly UserChange[],
  memory: UserMemory = noMemory(),
) => {
  const { db, actor } = reader
  const { companyId } = actor
  const stronger = await strongerThan(
    db,
    actor,
    asked.map(({ user }) => user.id),
  )
  const writable = asked.map((change) => judgeWrite(actor, change, stronger.has(change.user.id)))
  const assignments = await planAssignments(ports, reader, writable)
  const contacts = await planContacts(db, actor, writable.map(readContacts))
  const wanted = writable.flatMap((each) => contacts.listNames(readContacts(each)).wanted)
  const judgeName = await createNameValidator(db, companyId, wanted, memory.names)

  const byUser = new Map(writable.map((each) => [each.user.id, each]))
  const judge = (userId: string): AppError[] => {
    const each = byUser.get(userId)
    if (!each) return []
    const { user, write } = each
    const external =
      write.phone !== '' || write.email !== '' ? catchRefusal(() => refuseExternalAccount(user)) : undefined
    const edit = readContacts(each)
    const refusals = [
      ...each.refusals,
      ...assignments.listRefusals(user.id),
      ...(external ? [external] : []),
      ...contacts.judge(edit),
    ]
    const names = { userId: user.id, claimant: user.id, ...contacts.listNames(edit), isRefused: refusals.length > 0 }
    return [...refusals, ...judgeName(names)]
  }
  const toAmendment = ({ user, write: { name, sex, remark, expireTime, idCard } }: Writable) => ({
    userId: user.id,
    name,
    sex,
    remark,
    expireTime: storedMoment(expireTime),
    idCard: idCard === undefined ? undefined : sealedIdCard(ports.secrets, idCard),
  })

  return {
    /** In the order of the rows. */
    judge,
    isAssigning: assignments.isPlanned,
    isLeaving: assignments.isLeaving,
    async apply(userIds: ReadonlySet<string>): Promise<WrittenUsers> {
      const chosen = writable.filter(({ user }) => userIds.has(user.id))
      const reachable = await contacts.apply(chosen.map(readContacts), ports.notifyFormerContacts)
      const locked = await lockMemberships(db, companyId, reachable)
      const assigned = await assignments.apply(userIds)
      await users.amendAll(db, companyId, chosen.map(toAmendment), toAuthor({ actor }))
      const notes = chosen.map(({ user, write }): [string, AuditNote] => {
        const after = { ...user, ...write, expireTime: storedMoment(write.expireTime) }
        const roles = assigned.roles?.notes.get(user.id)
        return [
          user.id,
          {
            entityId: user.id,
            entityName: write.name,
            before: { ...pickAudited(user), ...roles?.before },
            after: { ...pickAudited(after), ...roles?.after },
          },
        ]
      })
      return {
        notes: new Map(notes),
        sideEffects: [...locked, ...assigned.sideEffects, ...(assigned.roles?.sideEffects ?? [])],
      }
    },
  }
}
