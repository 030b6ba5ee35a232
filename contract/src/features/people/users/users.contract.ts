import * as z from 'zod/mini'
import { account } from '../../../kernel/account.ts'
import { autocomplete } from '../../../kernel/autocomplete.ts'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import {
  email,
  emptyOr,
  idCard,
  messages,
  optionalMultilineText,
  orEmpty,
  phone,
  text,
} from '../../../kernel/fields.ts'
import {
  id,
  idParams,
  listQuery,
  listSchema,
  moment,
  nothing,
  person,
  rowBase,
  rowTags,
  version,
} from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { passwordPolicy } from '../../../kernel/password-policy.ts'
import { productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { uncheckedPassword } from '../../../kernel/unchecked-password.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { phoneSearch, userField } from '../../access/registry/user-fields.ts'
import { inScope, withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { maxOrganizations, maxRoles, requestedMemberships, requestedRoles } from './assignments.ts'
import { sessionRow } from './session-row.ts'
import { duties, sexes } from './user-codes.ts'
import { userSheet } from './users.sheet.ts'
import { customUser, usersFilter, usersQuery } from './users-query.ts'

/** 1 active, 0 disabled (by an administrator or expired), 2 locked. */
export const userStates = [1, 0, 2] as const

/** An organisation. */
export const reference = z.object({ id: z.string(), name: z.string() })
export const roleReference = z.object({ id: z.string(), name: productText() })
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
  postId: z.nullable(z.string()),
  /** Names of the ancestors, root first. */
  above: z.array(z.string()),
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
  lastLogin: z.nullable(z.object({ time: moment, ip: z.string(), area: productText() })),
  /** A member from another company, who signs in with the account there. */
  outside: z.boolean(),
  /** The caller. */
  self: z.boolean(),
  /** Organisations, primary one first. */
  orgs: z.array(userOrganization),
  custom: customUser.row,
} as const

export const userRow = z.object({
  ...summary,
  /** Masked. */
  phone: userField('phone'),
  /** The first two current roles; `roleCount` is the total. */
  roles: z.array(roleReference),
  roleCount: z.int(),
  tags: rowTags,
})
export type UserRow = z.output<typeof userRow>

/** A user as shown in the form and the details drawer. */
export const userDetail = z.object({
  ...summary,
  phone: userField('phone'),
  email: userField('email'),
  /** Masked; never returned in full. */
  idCard: userField('idCard'),
  /** Where the ID card number was issued; absent without one, and where the field is withheld. */
  idCardArea: z.optional(z.string()),
  remark: userField('remark'),
  mustChange: z.boolean(),
  passwordTime: moment,
  roles: z.array(roleReference),
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
const roleIds = z._default(
  z.array(id).check(z.maxLength(maxRoles, { error: () => t('最多 {maxRoles} 个角色', { maxRoles }) })),
  [],
)
/** If absent, the server generates one of at least twelve characters. */
const optionalPassword = z.optional(uncheckedPassword)

export const userCreate = z.object({
  account,
  ...personalFields,
  idCard: orEmpty(idCard, messages.idCard),
  roleIds,
  orgs: z._default(requestedMemberships, []),
  custom: customUser.input,
  password: optionalPassword,
  mustChange: z._default(z.boolean(), true),
})
export type UserCreate = z.output<typeof userCreate>
export const userUpdate = z.object({
  ...personalFields,
  /** Absent: unchanged. Empty: removed. */
  idCard: z.optional(emptyOr(idCard, messages.idCard)),
  /** All assignments; absent: unchanged. */
  roles: z.optional(requestedRoles),
  /** All memberships; absent: unchanged. */
  orgs: z.optional(requestedMemberships),
  custom: customUser.input,
  version,
})
export type UserUpdate = z.output<typeof userUpdate>

/** What cells of a sheet hold of a user. Post and duty are those in the primary organisation, which is the first. */
export const importedUser = z.object({
  account,
  ...personalFields,
  idCard: orEmpty(idCard, messages.idCard),
  roleIds,
  orgIds: z._default(
    z
      .array(id)
      .check(z.maxLength(maxOrganizations, { error: () => t('最多 {maxOrganizations} 个组织', { maxOrganizations }) })),
    [],
  ),
  postId: z._default(z.nullable(id), null),
  duty: z._default(z.enum(duties), 'member'),
  custom: customUser.input,
})

/** A generated password, shown once; absent if the caller chose it. */
const generatedPassword = { password: z.optional(z.string()) }
export const userReset = z.object({
  password: optionalPassword,
  mustChange: z._default(z.boolean(), true),
  /** End active sessions. */
  logout: z._default(z.boolean(), true),
})

const sessionParams = z.object({ id, sid: id })

export const usersContract = defineContract('sysUsers', {
  list: {
    method: 'GET',
    path: '/api/sys/users/v1',
    summary: 'List users in the caller’s row scope; searches account, name and complete phone number',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    restrictedSearch: phoneSearch,
    query: usersQuery,
    reply: listSchema(userRow),
  },
  options: {
    ...autocomplete({ noun: 'user', path: '/api/sys/users', extra: z.object({ status: z.literal(userStates) }) }),
    namesUsers: 'inRowScope',
    restrictedSearch: phoneSearch,
  },
  exportUsers: {
    ...exportEndpoint({
      noun: 'users',
      path: '/api/sys/users/export/v1',
      event: 'users.exported',
      namesUsers: 'inRowScope',
      filter: usersFilter,
      sheet: userSheet,
    }),
    restrictedSearch: phoneSearch,
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
    namesUsers: 'inRowScope',
    params: idParams,
    reply: userDetail,
  },
  create: {
    method: 'POST',
    path: '/api/sys/users/v1',
    summary: 'Add a user; a generated password is shown once',
    access: permitted('add'),
    // Hashing is slow: no connection is held meanwhile.
    reach: 'manual',
    audit: { event: 'user.created' },
    body: userCreate,
    reply: z.object({ id: z.string(), ...generatedPassword }),
    ids: { 'body.roleIds': withinOwnRights, 'body.orgs.orgId': withinOwnRights },
  },
  update: {
    method: 'PUT',
    path: '/api/sys/users/:id/v1',
    summary: 'Change a user, their roles and organisations included; previews gained and lost rights',
    access: permitted('edit'),
    // Phone and mail address are unique across the platform.
    reach: 'platform',
    whileActing: 'guest',
    audit: { event: 'user.updated' },
    params: idParams,
    body: userUpdate,
    namesUsers: 'inRowScope',
    impact: grantImpact,
    current: userDetail,
    reply: nothing,
    ids: {
      'params.id': inScope('user'),
      'body.roles.roleId': withinOwnRights,
      'body.roles.orgId': withinOwnRights,
      'body.orgs.orgId': withinOwnRights,
    },
  },
  bin: {
    method: 'GET',
    path: '/api/sys/users/bin/list/v1',
    summary: 'List the recycle bin, latest deletion first',
    access: permitted('delete'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: listQuery({ sortable: [] }),
    reply: listSchema(binRow),
  },
  reset: {
    method: 'PUT',
    path: '/api/sys/users/:id/reset/v1',
    summary: 'Set a user’s password; a generated one is shown once',
    access: permitted('reset'),
    reach: 'manual',
    audit: { event: 'userPassword.replaced' },
    params: idParams,
    body: userReset,
    reply: z.object(generatedPassword),
    ids: { 'params.id': inScope('user') },
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
    ids: { 'params.id': inScope('user') },
  },
})
export type UsersExport = InputOf<typeof usersContract.exportUsers>['body']
