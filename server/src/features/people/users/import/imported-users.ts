import type { UserUpdate } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { maskedIdCard } from '../../../../kernel/masked.ts'
import { type Actor, refusalAt } from '../../../../kernel/scope.ts'
import type { Secrets } from '../../../../kernel/secrets.ts'
import type { FieldValues, StoredRow } from '../../../../kernel/sheets/imported-rows.ts'
import { readOrganizationPaths } from '../../../access/authorization/index.ts'
import type { EditedUser } from '../writing/plan-user-changes.ts'
import {
  type ImportedUserRow,
  importedUsersRepository as repository,
  type StoredAssignment,
  type StoredMembership,
} from './imported-users.repository.ts'

type Reader = { db: Db; actor: Actor }
/** A stored user with what rules and undo need of them. */
export type StoredUser = StoredRow & {
  readonly user: EditedUser
  readonly memberships: readonly StoredMembership[]
  readonly assignments: readonly StoredAssignment[]
  readonly sealedIdCard: string | null
}

const loginKinds: Readonly<Record<string, 'account' | 'phone' | 'mail'>> = {
  account: 'account',
  phone: 'phone',
  email: 'mail',
}

/** A restricted field as requests leave it unchanged: a read-only one with its value, others empty. */
const shownTo = ({ restricted }: Actor, field: string, value: string) => {
  const effect = restricted?.[`users.${field}`]
  return effect === undefined || effect === 'readonly' ? value : ''
}

export const storedUser = (
  secrets: Secrets,
  actor: Actor,
  row: ImportedUserRow,
  paths: ReadonlyMap<string, string>,
): StoredUser => {
  const { id, version, account, name, sex, remark, outside, memberships, assignments } = row
  const idCard = row.idCard === null ? '' : secrets.unseal(row.idCard)
  const contacts = { phone: row.phone ?? '', email: row.email ?? '' }
  const common = { account, name, sex, expireTime: row.expireTime }
  const primary = memberships.find((each) => each.primary)
  return {
    id,
    version,
    name,
    memberships,
    assignments,
    sealedIdCard: row.idCard,
    user: { ...common, ...contacts, id, version, outside, remark, idCard: maskedIdCard(idCard === '' ? null : idCard) },
    body: {
      ...common,
      phone: shownTo(actor, 'phone', contacts.phone),
      email: shownTo(actor, 'email', contacts.email),
      idCard: shownTo(actor, 'idCard', idCard),
      remark: shownTo(actor, 'remark', remark),
      roleIds: assignments.map(({ roleId }) => roleId),
      orgIds: memberships.map(({ orgId }) => orgId),
      postId: primary?.postId ?? null,
      duty: primary?.duty ?? 'member',
    },
    texts: {
      orgs: memberships.map(({ orgId }) => paths.get(orgId) ?? '').join('、'),
      roles: assignments.map((role) => role.name).join('、'),
      post: primary?.post ?? '',
    },
  }
}

/** Users as imports find them: by account, phone or mail address, as far as the caller sees them. */
export const findImportedUsers = async (
  secrets: Secrets,
  reader: Reader,
  { key: [field = ''], values, locks }: { key: readonly string[]; values: readonly FieldValues[]; locks: boolean },
): Promise<StoredUser[]> => {
  const kind = loginKinds[field]
  if (!kind) throw new Error(`users are not found by ${field}`)
  const rows = await repository.byNames(
    reader,
    kind,
    values.map((value) => String(value[field])),
    locks,
  )
  const paths = await readOrganizationPaths(
    reader.db,
    reader.actor.companyId,
    rows.flatMap(({ memberships }) => memberships.map(({ orgId }) => orgId)),
  )
  return rows.map((row) => storedUser(secrets, reader.actor, row, paths))
}

export type RememberedUser = FieldValues &
  Pick<UserUpdate, 'name' | 'phone' | 'email' | 'sex' | 'expireTime' | 'remark'> &
  Pick<StoredUser, 'sealedIdCard'> & { memberships: StoredMembership[]; assignments: StoredAssignment[] }
/** What undo needs of a user before a change; the ID card number stays sealed. */
export const rememberedUser = ({ body, memberships, assignments, sealedIdCard }: StoredUser): FieldValues => {
  const { idCard: _, ...values } = body
  return { ...values, memberships, assignments, sealedIdCard }
}

type Cells = FieldValues & {
  orgIds?: readonly string[]
  roleIds?: readonly string[]
  postId?: string | null
  duty?: string
}
const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && new Set([...one, ...other]).size === new Set(other).size

const toOrganizations = ({ orgIds = [], postId = null, duty = 'member' }: Cells, stored: StoredUser) => {
  const { memberships, body } = stored
  const isUnchanged = isSameSet(
    orgIds,
    memberships.map(({ orgId }) => orgId),
  )
  if (isUnchanged && postId === body.postId && duty === body.duty) return undefined
  if (orgIds.length === 0 && (postId !== null || duty !== 'member'))
    throw refusalAt(usersErrors.organizationMissing, 'postId')
  const was = memberships.find(({ primary }) => primary)
  const primaryId = was && orgIds.includes(was.orgId) ? was.orgId : orgIds[0]
  return orgIds.map((orgId) => {
    const own = memberships.find((each) => each.orgId === orgId)
    const kept = { orgId, duty: own?.duty ?? 'member', postId: own?.postId ?? null, primary: false }
    if (orgId !== primaryId) return kept
    // As when a user moves: they keep their post, and not the duty of another organisation.
    const isMoved = was?.orgId !== orgId && duty === body.duty
    return { orgId, postId, duty: isMoved ? kept.duty : duty, primary: true }
  })
}
const toRoles = ({ roleIds = [] }: Cells, { assignments }: StoredUser) => {
  if (
    isSameSet(
      roleIds,
      assignments.map(({ roleId }) => roleId),
    )
  )
    return undefined
  return roleIds.map((roleId) => {
    const own = assignments.find((each) => each.roleId === roleId)
    return own
      ? { roleId, orgId: own.orgId, startTime: own.startTime, expireTime: own.expireTime, reason: own.reason }
      : { roleId }
  })
}

/**
 * The request that cells stand for. Roles and organisations that stay keep their terms, duties and posts; those that do
 * not change are not sent.
 * @throws `organizationMissing`
 */
export const bodyOfUser = (values: FieldValues, stored: StoredUser | undefined): FieldValues => {
  const { orgIds, postId, duty, roleIds, idCard, ...body } = values as Cells
  if (stored) {
    const cells = {
      ...(orgIds && { orgIds }),
      ...(roleIds && { roleIds }),
      ...(postId && { postId }),
      ...(duty && { duty }),
    }
    const [orgs, roles] = [toOrganizations(cells, stored), toRoles(cells, stored)]
    const changed = { ...(orgs && { orgs }), ...(roles && { roles }), ...(idCard !== stored.body.idCard && { idCard }) }
    return { ...body, ...changed }
  }
  const [primaryId, ...others] = orgIds ?? []
  if (primaryId === undefined && (postId || (duty ?? 'member') !== 'member'))
    throw refusalAt(usersErrors.organizationMissing, 'postId')
  const primary = { orgId: primaryId, ...(postId && { postId }), ...(duty && { duty }), primary: true }
  const orgs = primaryId === undefined ? [] : [primary, ...others.map((orgId) => ({ orgId }))]
  return { ...body, orgs, ...(roleIds && { roleIds }), ...(idCard !== undefined && { idCard }) }
}
