import { userFields } from '@atrium/contract/features/access/registry/user-fields.ts'
import type { UserCreate } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { toAuthor } from '../../../../kernel/db/crud-handlers.ts'
import { enforceWritable } from '../../../../kernel/enforce-writable.ts'
import type { BatchAudit } from '../../../../kernel/jobs/define-job.ts'
import {
  type Actor,
  AppError,
  type AuditNote,
  type AuditSideEffects,
  type RequestScope,
  refusalAt,
} from '../../../../kernel/scope.ts'
import type { Secrets } from '../../../../kernel/secrets.ts'
import { findGivenRowsBeyond, pairs, roleAssignments, roleGrants } from '../../../access/authorization/index.ts'
import { findUserRoom } from '../../../tenancy/tenants/index.ts'
import { pickAudited } from '../listing/user-views.ts'
import { maskByUserField } from '../restrictions/user-field-masks.ts'
import { createRoleValidator, refusePast, requireRight } from '../user-rules.ts'
import type { NotifyFormerContacts } from './contact-changes.ts'
import { createNameValidator, type NameClaims, noClaims } from './login-names.ts'
import type { PlanMemberships } from './plan-memberships.ts'
import { type LoginName, userSetsRepository as users } from './user-sets.repository.ts'

export const restrictedFields = { labels: userFields, masks: maskByUserField }
export type UserPorts = {
  secrets: Secrets
  planMemberships: PlanMemberships
  notifyFormerContacts: NotifyFormerContacts
}
type Reader = Pick<RequestScope, 'db' | 'actor'>
/** What changes of the same work have taken, before any of them is written. Being asked again takes nothing more. */
export type UserMemory = { readonly names: NameClaims; readonly added: Set<string> }
export const noMemory = (): UserMemory => ({ names: noClaims(), added: new Set() })
/** Audit notes by user, and what belongs to several of them. */
export type WrittenUsers = { notes: ReadonlyMap<string, AuditNote>; sideEffects: AuditSideEffects }

export const sealedIdCard = (secrets: Secrets, idCard: string) => (idCard === '' ? null : secrets.seal(idCard))
export const storedMoment = (time: string | null) => time && new Date(time).toISOString()

/**
 * What of a new user is judged without the database.
 * @throws as `enforceWritable`, `requireRight` and `refusePast` do
 */
export const writableUser = (actor: Actor, request: UserCreate): UserCreate => {
  const none = { phone: '', email: '', idCard: '', remark: '' }
  const write = enforceWritable(actor, 'users', restrictedFields, { before: none, unchanged: none }, request)
  if (write.roleIds.length > 0) requireRight(actor, 'sysUsers:roles')
  if (write.orgs.length > 0) requireRight(actor, 'sysOrgs:members')
  refusePast(write.expireTime, 'expireTime')
  return write
}

/** `claimant`: which change of the work it is, if its id does not say so; `isRefused`: for something else. */
export type NewUser = {
  readonly id: string
  readonly claimant?: string
  readonly isRefused?: boolean
  readonly write: UserCreate
}
const listNames = ({ account, phone, email }: UserCreate): LoginName[] => [
  { kind: 'account', name: account },
  ...(phone ? [{ kind: 'phone' as const, name: phone }] : []),
  ...(email ? [{ kind: 'mail' as const, name: email }] : []),
]
const auditedUser = (
  { write }: NewUser,
  roles: readonly { roleId: string; name: string }[],
  organizations: readonly string[],
) => {
  const expireTime = storedMoment(write.expireTime)
  return {
    ...pickAudited({ ...write, expireTime }),
    roles: roles.map(({ roleId, name }) => ({ id: roleId, name })),
    organizations,
  }
}

/**
 * Plans new users of the caller's company, as `writableUser` has left them. Needs platform reach, as login names are
 * unique across the platform.
 * @returns for each what refuses it: `userLimit`, at `roleIds` as `createRoleValidator` and `rowsBeyond`, taken login names at
 *   their fields, and at `orgs` as `planMemberships` does; and how to add some of them.
 */
export const planNewUsers = async (
  { secrets, planMemberships }: Pick<UserPorts, 'secrets' | 'planMemberships'>,
  { db, actor }: Reader,
  asked: readonly NewUser[],
  memory: UserMemory = noMemory(),
) => {
  const { companyId } = actor
  const room = await findUserRoom(db, companyId)
  const judgeRole = await createRoleValidator(
    db,
    actor,
    asked.flatMap(({ write }) => write.roleIds),
  )
  const beyond = await findGivenRowsBeyond(db, actor, {
    joined: pairs(asked.flatMap(({ id, write }) => write.orgs.map(({ orgId }) => [id, orgId] as const))),
    roles: pairs(asked.flatMap(({ id, write }) => write.roleIds.map((roleId) => [id, roleId] as const))),
  })
  const joining = asked.filter(({ write }) => write.orgs.length > 0)
  const memberships =
    joining.length === 0
      ? undefined
      : await planMemberships(
          { db, actor },
          joining.map(({ id, write }) => ({ user: { id, account: write.account }, requested: write.orgs })),
          'orgs',
        )
  const membershipOf = new Map(joining.map(({ id }, at) => [id, memberships?.refusals[at]]))
  const judgeName = await createNameValidator(
    db,
    companyId,
    asked.flatMap(({ write }) => listNames(write)),
    memory.names,
  )

  const judge = ({ id, write, claimant = id, isRefused = false }: NewUser): AppError[] => {
    const isFull = room !== null && !memory.added.has(claimant) && memory.added.size >= room
    const full = isFull ? [new AppError(companiesErrors.userLimit)] : []
    const role =
      write.roleIds.map((roleId) => judgeRole(roleId, true)).find((each) => each) ??
      (beyond.has(id) ? usersErrors.rowsBeyond : undefined)
    const roles = role ? [refusalAt(role, 'roleIds')] : []
    const membership = membershipOf.get(id) ?? []
    const others = [full, roles, membership].flat()
    const names = judgeName({
      userId: id,
      claimant,
      wanted: listNames(write),
      freed: [],
      isRefused: isRefused || others.length > 0,
    })
    if (!isRefused && others.length + names.length === 0) memory.added.add(claimant)
    return [full, roles, names, membership].flat()
  }

  const assignRoles = async (added: readonly NewUser[]) => {
    const none = { orgId: null, startTime: null, expireTime: null, reason: '' }
    const given = added.flatMap(({ id, write }) =>
      [...new Set(write.roleIds)].map((roleId) => ({ ...none, userId: id, roleId })),
    )
    await roleGrants.assign(db, companyId, given, toAuthor({ actor }))
    const assigned =
      given.length === 0
        ? []
        : await roleAssignments.selectDirect(
            db,
            companyId,
            added.map(({ id }) => id),
          )
    return Map.groupBy(assigned, ({ userId }) => userId)
  }

  return {
    /** In the order of the rows. */
    judge,
    /** `password`: how they sign in at first. */
    async apply(userIds: ReadonlySet<string>, password: { hash: string }): Promise<WrittenUsers> {
      const added = asked.filter(({ id }) => userIds.has(id))
      const rows = added.map(({ id, write: { account, name, phone, email, sex, remark, expireTime, ...write } }) => ({
        id,
        account,
        name,
        ...(phone && { phone }),
        ...(email && { email }),
        details: { sex, remark, expireTime, idCard: sealedIdCard(secrets, write.idCard) },
        passwordHash: password.hash,
        mustChange: write.mustChange,
      }))
      await users.addUsers(db, companyId, rows, toAuthor({ actor }))
      const roles = await assignRoles(added)
      const joined = memberships
        ? await memberships.apply(userIds)
        : { sideEffects: [], names: new Map<string, string[]>() }
      const notes = added.map((user): [string, AuditNote] => {
        const after = auditedUser(user, roles.get(user.id) ?? [], joined.names.get(user.id) ?? [])
        return [user.id, { entityId: user.id, entityName: user.write.name, after }]
      })
      return { notes: new Map(notes), sideEffects: joined.sideEffects }
    },
  }
}

/** Adds the audit rows of written users: one each under the event, and those of what belongs to several of them. */
export const logWrittenUsers = (audited: BatchAudit[], event: string, { notes, sideEffects }: WrittenUsers): void => {
  for (const note of notes.values()) audited.push({ event, note })
  for (const { event: own, companyId, ...note } of sideEffects)
    audited.push({ event: own, note, ...(companyId !== undefined && { companyId }) })
}
