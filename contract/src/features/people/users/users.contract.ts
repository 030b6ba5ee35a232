import * as z from 'zod/mini'
import { account } from '../../../kernel/account.ts'
import { autocompleteParams, autocompleteQuery, optionsWith } from '../../../kernel/autocomplete.ts'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import {
  email,
  emptyOr,
  idCard,
  messages,
  multilineText,
  optionalMultilineText,
  orEmpty,
  phone,
  text,
} from '../../../kernel/fields.ts'
import { id, idParams, listOf, listQuery, moment, nothing, person, rowBase, version } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { passwordPolicy } from '../../../kernel/password-policy.ts'
import { uncheckedPassword } from '../../../kernel/unchecked-password.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { visibleRows } from '../../access/authorization/visible-rows.ts'
import { phoneSearch, userField } from '../../access/registry/user-fields.ts'
import { duties } from './duties.ts'
import { sessionRow } from './session-row.ts'
import { sexes } from './sexes.ts'

/** 1 active, 0 disabled (by an administrator or expired), 2 locked. */
export const userStates = [1, 0, 2] as const
/** Maximum rows per batch. */
export const maxBatch = 200
const maxRoles = 100
const maxOrganizations = 20

/** A role or an organisation. */
const reference = z.object({ id: z.string(), name: z.string() })
const lockState = z.object({
  reason: z.string(),
  by: person,
  time: moment,
  /** Null: until unlocked. */
  until: z.nullable(moment),
})

/** A user's membership in an organisation. */
const userOrganization = z.object({
  orgId: z.string(),
  orgName: z.string(),
  primary: z.boolean(),
  duty: z.enum(duties),
  post: z.string(),
})

const summary = {
  ...rowBase,
  account: z.string(),
  name: z.string(),
  sex: z.int(),
  portrait: z.string(),
  status: z.literal(userStates),
  lock: z.nullable(lockState),
  /** Disabled by an administrator; false for expired accounts. */
  disabled: z.boolean(),
  expireTime: z.nullable(moment),
  mfa: z.object({ totp: z.boolean(), passkey: z.boolean(), sms: z.boolean() }),
  /** Number of active sessions. */
  online: z.int(),
  lastLogin: z.nullable(z.object({ time: moment, ip: z.string(), area: z.string() })),
  /** A member from another company, who signs in with the account there. */
  outside: z.boolean(),
  /** The caller. */
  self: z.boolean(),
  /** Organisations, primary one first. */
  orgs: z.array(userOrganization),
} as const

export const userRow = z.object({
  ...summary,
  /** Masked. */
  phone: userField('phone'),
  /** The first two current roles; `roleCount` is the total. */
  roles: z.array(reference),
  roleCount: z.int(),
})
export type UserRow = z.output<typeof userRow>

/** A user as shown in the form and the details drawer. */
export const userDetail = z.object({
  ...summary,
  phone: userField('phone'),
  email: userField('email'),
  /** Masked; never returned in full. */
  idCard: userField('idCard'),
  remark: userField('remark'),
  mustChange: z.boolean(),
  passwordTime: moment,
  roles: z.array(reference),
  /** With ancestors, root first. */
  orgs: z.array(z.extend(userOrganization, { above: z.array(z.string()) })),
})
export type UserDetail = z.output<typeof userDetail>

export const binRow = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  /** Masked. */
  phone: userField('phone'),
  deleteTime: moment,
  deleteBy: person,
  /** When it is purged. */
  purgeTime: moment,
})
export type BinRow = z.output<typeof binRow>

const personalFields = {
  name: text(30, '请输入姓名'),
  phone: orEmpty(phone, messages.phone),
  email: orEmpty(email, messages.email),
  sex: z._default(z.literal(sexes), 0),
  expireTime: optionalMomentInput,
  remark: optionalMultilineText(200),
}
const roleIds = z._default(z.array(id).check(z.maxLength(maxRoles, `最多 ${maxRoles} 个角色`)), [])
/** If absent, the server generates one of at least twelve characters. */
const optionalPassword = z.optional(uncheckedPassword)

export const userCreate = z.object({
  account,
  ...personalFields,
  idCard: orEmpty(idCard, messages.idCard),
  roleIds,
  /** Organisations; the first one is primary. */
  orgs: z._default(z.array(id).check(z.maxLength(maxOrganizations, `最多 ${maxOrganizations} 个组织`)), []),
  password: optionalPassword,
  mustChange: z._default(z.boolean(), true),
})
export type UserCreate = z.output<typeof userCreate>
export const userUpdate = z.object({
  ...personalFields,
  /** Absent: unchanged. Empty: removed. */
  idCard: z.optional(emptyOr(idCard, messages.idCard)),
  version,
})
export type UserUpdate = z.output<typeof userUpdate>

/** A generated password, shown once; absent if the caller chose it. */
const generatedPassword = { password: z.optional(z.string()) }
const lockBody = { reason: multilineText(200, '请填写锁定原因'), until: optionalMomentInput }
export const userLock = z.object(lockBody)
export const userRemoval = z.object({
  /** Successor for open items of the deleted user. */
  handoverTo: z.optional(id),
})
const dependents = {
  /** Active sessions, which end. */
  sessions: z.int(),
  /** Pending access requests. */
  accessRequests: z.int(),
  /** Usable invitations created by the user. */
  invitations: z.int(),
}
/** Impact of locking, disabling or deleting a user on dependents. */
export const userImpact = z.object({
  ...dependents,
  /** Names of current roles. */
  roles: z.array(z.string()),
  /** Successor for the invitations. */
  handover: z.nullable(person),
})
export type UserImpact = z.output<typeof userImpact>
export const userReset = z.object({
  password: optionalPassword,
  mustChange: z._default(z.boolean(), true),
  /** End active sessions. */
  logout: z._default(z.boolean(), true),
})

export const assignedRole = z.object({
  roleId: z.string(),
  name: z.string(),
  startTime: z.nullable(moment),
  expireTime: z.nullable(moment),
  reason: z.string(),
  /** Organisation scope of the assignment; null for the user's own organisations. */
  anchor: z.nullable(reference),
  /** The data scope depends on organisations, so an organisation scope can be set. */
  anchorable: z.boolean(),
  grantBy: z.nullable(person),
  grantTime: z.nullable(moment),
  /** Started and not expired. */
  inForce: z.boolean(),
  /** The caller can grant and revoke it: it has no rights beyond theirs. */
  grantable: z.boolean(),
})
export type AssignedRole = z.output<typeof assignedRole>
export const roleModes = ['replace', 'add', 'remove'] as const
export const userRoles = z.object({
  roles: z
    .array(
      z.object({
        roleId: id,
        /** Organisation scope; null for the user's own organisations. */
        orgId: z._default(z.nullable(id), null),
        startTime: optionalMomentInput,
        expireTime: optionalMomentInput,
        reason: optionalMultilineText(200),
      }),
    )
    .check(z.maxLength(maxRoles, `最多 ${maxRoles} 个角色`)),
  mode: z._default(z.enum(roleModes), 'replace'),
  version,
})
export type UserRoles = z.output<typeof userRoles>

/**
 * An assigned role that grants a right. `from`: the ancestor role it inherits the right from, null if it holds it
 * itself.
 */
const rightSource = z.extend(reference, {
  from: z.nullable(reference),
  /** The organisation that grants the role to its members; null for direct assignments. */
  org: z.nullable(reference),
  /** Organisation scope of the assignment. */
  anchor: z.nullable(reference),
})

export const batchActions = ['lock', 'unlock', 'disable', 'enable', 'delete', 'restore'] as const
export const userBatch = z
  .object({
    action: z.enum(batchActions),
    ids: z.array(id).check(z.minLength(1, '请先选择数据'), z.maxLength(maxBatch, `一次最多 ${maxBatch} 条`)),
    /** Required for locking. */
    params: z.optional(userLock),
  })
  .check(
    z.refine(({ action, params }) => action !== 'lock' || params !== undefined, {
      error: '请填写锁定原因',
      path: ['params'],
    }),
  )
export type UserBatch = z.output<typeof userBatch>
const refusals = z.array(z.object({ id: z.string(), code: z.int(), msg: z.string() }))
export const batchResult = z.object({ total: z.int(), ok: z.int(), failed: refusals })
export type BatchResult = z.output<typeof batchResult>
/** Impact of locking, disabling or deleting several users, summed over those affected. */
export const batchImpact = z.object({
  /** Number of selected users. */
  total: z.int(),
  /** Users that are skipped, with the reason. */
  refused: refusals,
  ...dependents,
  /** Names of current roles with their numbers of assignees. */
  roles: z.array(z.object({ name: z.string(), users: z.int() })),
})
export type BatchImpact = z.output<typeof batchImpact>

const sessionParams = z.object({ id, sid: id })

const usersQuery = listQuery({
  sortable: ['account', 'name', 'createTime', 'expireTime'],
  filters: {
    status: z.enum(['0', '1', '2']),
    online: z.enum(['0', '1']),
    roleId: id,
    /** In the organisation or a descendant. */
    orgId: id,
    /** `0`: without a second step. */
    mfa: z.enum(['0', '1']),
    /** Expired, or expiring within this many days. */
    expire: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(0, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
    /** Not signed in for more than this many days. */
    idle: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(1, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
  },
})
/** Search and filters, without page and sort. */
const usersFilter = z.omit(usersQuery, { page: true, size: true, sort: true })
export type UsersFilter = z.output<typeof usersFilter>

export const usersContract = defineContract('sysUsers', {
  list: {
    method: 'GET',
    path: '/api/sys/users/v1',
    summary: 'List users in the caller’s row scope; searches account, name and complete phone number',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    restrictedSearch: phoneSearch,
    query: usersQuery,
    reply: listOf(userRow),
  },
  exportUsers: {
    method: 'POST',
    path: '/api/sys/users/export/v1',
    summary: 'Export matching users as CSV; a POST because the export is audited',
    access: permitted('export'),
    reach: 'nothing',
    wire: 'binary',
    people: 'scoped',
    audit: { event: 'users.exported' },
    quiet: true,
    restrictedSearch: phoneSearch,
    body: usersFilter,
    reply: binary,
  },
  passwordRules: {
    method: 'GET',
    path: '/api/sys/users/password/rules/v1',
    summary: 'Read the rules for passwords set for users of the company',
    access: permitted('list'),
    reach: 'company',
    reply: z.pick(passwordPolicy, { kind: true, min: true, max: true }),
  },
  get: {
    method: 'GET',
    path: '/api/sys/users/:id/v1',
    summary: 'Read a user',
    access: permitted('get'),
    reach: 'company',
    people: 'scoped',
    params: idParams,
    reply: userDetail,
  },
  create: {
    method: 'POST',
    path: '/api/sys/users/v1',
    summary: 'Add a user; a generated password is shown once',
    access: permitted('add'),
    // Hashing is slow: no connection is held meanwhile.
    reach: 'nothing',
    audit: { event: 'user.created' },
    body: userCreate,
    reply: z.object({ id: z.string(), ...generatedPassword }),
  },
  update: {
    method: 'PUT',
    path: '/api/sys/users/:id/v1',
    summary: 'Change a user',
    access: permitted('edit'),
    // Phone and mail address are unique across the platform.
    reach: 'platform',
    whileActing: 'guest',
    audit: { event: 'user.updated' },
    params: idParams,
    body: userUpdate,
    current: userDetail,
    reply: nothing,
  },
  remove: {
    method: 'DELETE',
    path: '/api/sys/users/:id/v1',
    summary: 'Move a user to the recycle bin for thirty days; previews what ends and who can take it over',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'user.removed' },
    params: idParams,
    body: userRemoval,
    impact: userImpact,
    reply: nothing,
  },
  bin: {
    method: 'GET',
    path: '/api/sys/users/bin/list/v1',
    summary: 'List the recycle bin, latest deletion first',
    access: permitted('delete'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    query: listQuery({ sortable: [] }),
    reply: listOf(binRow),
  },
  restore: {
    method: 'PUT',
    path: '/api/sys/users/:id/restore/v1',
    summary: 'Restore a user from the recycle bin',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'user.restored' },
    params: idParams,
    reply: nothing,
  },
  reset: {
    method: 'PUT',
    path: '/api/sys/users/:id/reset/v1',
    summary: 'Set a user’s password; a generated one is shown once',
    access: permitted('reset'),
    reach: 'nothing',
    audit: { event: 'userPassword.replaced' },
    params: idParams,
    body: userReset,
    reply: z.object(generatedPassword),
  },
  lock: {
    method: 'PUT',
    path: '/api/sys/users/:id/lock/v1',
    summary: 'Lock a user, temporarily or until unlocked; previews what ends',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.locked' },
    params: idParams,
    body: userLock,
    impact: userImpact,
    reply: nothing,
  },
  unlock: {
    method: 'PUT',
    path: '/api/sys/users/:id/unlock/v1',
    summary: 'Unlock a user',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.unlocked' },
    params: idParams,
    reply: nothing,
  },
  disable: {
    method: 'PUT',
    path: '/api/sys/users/:id/disable/v1',
    summary: 'Disable a user until enabled again; previews what ends',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.disabled' },
    params: idParams,
    impact: userImpact,
    reply: nothing,
  },
  enable: {
    method: 'PUT',
    path: '/api/sys/users/:id/enable/v1',
    summary: 'Enable a disabled user',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.enabled' },
    params: idParams,
    reply: nothing,
  },
  roles: {
    method: 'GET',
    path: '/api/sys/users/:id/roles/v1',
    summary: 'List the roles a user holds, with start and expiry',
    access: permitted('roles'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      assigned: z.array(assignedRole),
      /** Roles held through membership in organisations. */
      byOrganization: z.array(z.extend(reference, { organization: reference })),
      version: z.int(),
    }),
  },
  offeredRoles: {
    method: 'GET',
    path: '/api/sys/users/roles/auto/:id/v1',
    summary: 'Find assignable roles by name, for an autocomplete field; the selected one (0: none) comes first',
    access: permitted('roles'),
    reach: 'company',
    params: autocompleteParams,
    query: autocompleteQuery,
    reply: optionsWith(z.object({ grantable: z.boolean(), anchorable: z.boolean() })),
  },
  assignRoles: {
    method: 'PUT',
    path: '/api/sys/users/:id/roles/v1',
    summary: 'Assign and revoke roles of a user, within the caller’s own rights; previews what is gained and lost',
    access: permitted('roles'),
    reach: 'company',
    audit: { event: 'user.rolesChanged' },
    params: idParams,
    body: userRoles,
    people: 'scoped',
    impact: grantImpact,
    reply: nothing,
  },
  sessions: {
    method: 'GET',
    path: '/api/sys/users/:id/sessions/v1',
    summary: 'List the sessions of a user',
    access: permitted('sessions'),
    reach: 'company',
    params: idParams,
    reply: z.array(sessionRow),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sys/users/:id/sessions/:sid/v1',
    summary: 'End a session of a user; it is refused from the next request on',
    access: permitted('sessions'),
    reach: 'company',
    audit: { event: 'userSession.terminated' },
    params: sessionParams,
    reply: nothing,
  },
  effective: {
    method: 'GET',
    path: '/api/sys/users/:id/effective/v1',
    summary: 'Read a user’s effective rights and row scope, with the roles they come from',
    access: permitted('get'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      everything: z.boolean(),
      modules: z.record(z.string(), z.array(z.object({ operation: z.string(), via: z.array(rightSource) }))),
      rows: visibleRows,
    }),
  },
  batch: {
    method: 'POST',
    path: '/api/sys/users/batch/v1',
    summary:
      'Apply one change to many users, each authorized on its own; locking, disabling and deleting preview what ends and who is refused',
    access: permitted('list'),
    reach: 'company',
    audit: { event: 'user.batchChanged' },
    body: userBatch,
    impact: batchImpact,
    reply: batchResult,
  },
})
