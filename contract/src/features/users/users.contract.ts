import * as z from 'zod/mini'
import { account } from '../../kernel/account.ts'
import { autocompleteParams, autocompleteQuery, optionsWith } from '../../kernel/autocomplete.ts'
import { binary } from '../../kernel/binary.ts'
import { perhapsMoment } from '../../kernel/chosen-moment.ts'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
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
} from '../../kernel/fields.ts'
import { id, idParams, listOf, listQuery, moment, nothing, person, rowBase, version } from '../../kernel/listing.ts'
import { sexes } from '../account/account.contract.ts'
import { sessionRow } from '../online-sessions/online-sessions.contract.ts'
import { duties } from '../organizations/organizations.contract.ts'
import { passwordPolicy } from '../password-policies/password-policy.ts'
import { unjudgedPassword } from '../password-recovery/password-recovery.contract.ts'
import { grantImpact } from '../roles/roles.contract.ts'
import { seenRows } from './seen-rows.ts'
import { findsByPhone, userField } from './user-fields.ts'

/** 1 normal, 0 disabled (by hand, or because the account expired), 2 locked. */
export const userStates = [1, 0, 2] as const
/** How many rows one batch takes. */
export const maxBatch = 200
const maxRoles = 100
const maxOrganizations = 20

/** A role or an organisation, as it is called. */
const named = z.object({ id: z.string(), name: z.string() })
const lockState = z.object({
  reason: z.string(),
  by: person,
  time: moment,
  /** Null: until somebody unlocks it. */
  until: z.nullable(moment),
})

/** An organisation somebody belongs to, and what he is there. */
const belonging = z.object({
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
  /** By hand; whoever has come to the end of his account is not. */
  disabled: z.boolean(),
  expireTime: z.nullable(moment),
  mfa: z.object({ totp: z.boolean(), passkey: z.boolean(), sms: z.boolean() }),
  /** How many living sessions. */
  online: z.int(),
  lastLogin: z.nullable(z.object({ time: moment, ip: z.string(), area: z.string() })),
  /** He works here as a member and signs in with an account he has elsewhere. */
  outside: z.boolean(),
  /** It is the caller. */
  self: z.boolean(),
  /** Where he belongs; where he is found first comes first. */
  orgs: z.array(belonging),
} as const

export const userRow = z.object({
  ...summary,
  /** Masked. */
  phone: userField('phone'),
  /** The first two in force; `roleCount` says how many there are. */
  roles: z.array(named),
  roleCount: z.int(),
})
export type UserRow = z.output<typeof userRow>

/** One user as the form and the drawer show him. */
export const userDetail = z.object({
  ...summary,
  phone: userField('phone'),
  email: userField('email'),
  /** Masked; the number itself never travels back. */
  idCard: userField('idCard'),
  remark: userField('remark'),
  mustChange: z.boolean(),
  passwordTime: moment,
  roles: z.array(named),
  /** With what each stands in, from the top down. */
  orgs: z.array(z.extend(belonging, { above: z.array(z.string()) })),
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
  /** When it is gone for good. */
  purgeTime: moment,
})
export type BinRow = z.output<typeof binRow>

const personal = {
  name: text(30, '请输入姓名'),
  phone: orEmpty(phone, messages.phone),
  email: orEmpty(email, messages.email),
  sex: z._default(z.literal(sexes), 0),
  expireTime: perhapsMoment,
  remark: optionalMultilineText(200),
}
const roleIds = z._default(z.array(id).check(z.maxLength(maxRoles, `最多 ${maxRoles} 个角色`)), [])
/** Without one the server makes one of twelve characters. */
const perhapsPassword = z.optional(unjudgedPassword)

export const userCreate = z.object({
  account,
  ...personal,
  idCard: orEmpty(idCard, messages.idCard),
  roleIds,
  /** Where he belongs; in the first he is found first. */
  orgs: z._default(z.array(id).check(z.maxLength(maxOrganizations, `最多 ${maxOrganizations} 个组织`)), []),
  password: perhapsPassword,
  mustChange: z._default(z.boolean(), true),
})
export type UserCreate = z.output<typeof userCreate>
export const userUpdate = z.object({
  ...personal,
  /** Left out, the number stays as it is; empty, it is removed. */
  idCard: z.optional(emptyOr(idCard, messages.idCard)),
  version,
})
export type UserUpdate = z.output<typeof userUpdate>

/** The password that the server made, shown this once; absent when the caller chose it. */
const onceShown = { password: z.optional(z.string()) }
const lockBody = { reason: multilineText(200, '请填写锁定原因'), until: perhapsMoment }
export const userLock = z.object(lockBody)
export const userRemoval = z.object({
  /** Who takes over what the deleted person still has open. */
  handoverTo: z.optional(id),
})
const belongings = {
  /** Living sessions, which end. */
  sessions: z.int(),
  /** What was asked for and nobody has decided. */
  accessRequests: z.int(),
  /** Invitations made that still let people in. */
  invitations: z.int(),
}
/** What locking, disabling or deleting somebody does to more than his row (beyond N12). */
export const userImpact = z.object({
  ...belongings,
  /** The roles he wears at this moment, by name. */
  roles: z.array(z.string()),
  /** Who takes the invitations over. */
  handover: z.nullable(person),
})
export type UserImpact = z.output<typeof userImpact>
export const userReset = z.object({
  password: perhapsPassword,
  mustChange: z._default(z.boolean(), true),
  /** End his sessions. */
  logout: z._default(z.boolean(), true),
})

export const assignedRole = z.object({
  roleId: z.string(),
  name: z.string(),
  startTime: z.nullable(moment),
  expireTime: z.nullable(moment),
  reason: z.string(),
  /** The organisation he was given it for; null where it is about his own ones. */
  anchor: z.nullable(named),
  /** It shows the data of organisations, so that it can be given for one. */
  anchorable: z.boolean(),
  grantBy: z.nullable(person),
  grantTime: z.nullable(moment),
  /** Neither ahead of its start nor past its end. */
  inForce: z.boolean(),
  /** The caller may grant and take it: it holds nothing that he does not hold. */
  grantable: z.boolean(),
})
export type AssignedRole = z.output<typeof assignedRole>
export const roleModes = ['replace', 'add', 'remove'] as const
export const userRoles = z.object({
  roles: z
    .array(
      z.object({
        roleId: id,
        /** For this organisation alone, instead of those he belongs to. */
        orgId: z._default(z.nullable(id), null),
        startTime: perhapsMoment,
        expireTime: perhapsMoment,
        reason: optionalMultilineText(200),
      }),
    )
    .check(z.maxLength(maxRoles, `最多 ${maxRoles} 个角色`)),
  mode: z._default(z.enum(roleModes), 'replace'),
  version,
})
export type UserRoles = z.output<typeof userRoles>

/** A worn role that gives a right, and the role it inherits that right from; null where it holds it itself. */
const wayOfRight = z.extend(named, {
  from: z.nullable(named),
  /** The organisation whose members wear it; null where he was given it himself. */
  org: z.nullable(named),
  /** The organisation he was given it for. */
  anchor: z.nullable(named),
})

export const batchActions = ['lock', 'unlock', 'disable', 'enable', 'delete', 'restore'] as const
export const userBatch = z
  .object({
    action: z.enum(batchActions),
    ids: z.array(id).check(z.minLength(1, '请先选择数据'), z.maxLength(maxBatch, `一次最多 ${maxBatch} 条`)),
    /** What locking asks for. */
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
/** What locking, disabling or deleting several people does, over those to whom it will be done. */
export const batchImpact = z.object({
  /** How many were chosen. */
  total: z.int(),
  /** To whom it will not be done, and why not. */
  refused: refusals,
  ...belongings,
  /** The roles they wear at this moment, and how many of them wear each. */
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
    /** Belongs to it, or to what stands below it. */
    orgId: id,
    /** Without a second step: `0`. */
    mfa: z.enum(['0', '1']),
    /** Whose account ends within this many days, or has ended. */
    expire: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(0, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
    /** Nobody signed in for more than this many days. */
    idle: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(1, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
  },
})
/** What a list finds, wherever in it one is and in whatever order. */
const usersNarrowing = z.omit(usersQuery, { page: true, size: true, sort: true })
export type UsersNarrowing = z.output<typeof usersNarrowing>

export const usersContract = defineContract('sysUsers', {
  list: {
    method: 'GET',
    path: '/api/sys/users/v1',
    summary: 'The users of my company; found by account, name or whole phone number',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    finds: findsByPhone,
    query: usersQuery,
    reply: listOf(userRow),
  },
  exportUsers: {
    method: 'POST',
    path: '/api/sys/users/export/v1',
    summary: 'The users a list finds as a CSV file; a POST, because the export itself is audited (threat T18)',
    access: permitted('export'),
    reach: 'nothing',
    wire: 'binary',
    people: 'scoped',
    audit: { event: 'users.exported' },
    quiet: true,
    finds: findsByPhone,
    body: usersNarrowing,
    reply: binary,
  },
  passwordRules: {
    method: 'GET',
    path: '/api/sys/users/password/rules/v1',
    summary: 'The rules for a password that is set for somebody of this company',
    access: permitted('list'),
    reach: 'company',
    reply: z.pick(passwordPolicy, { kind: true, min: true, max: true }),
  },
  get: {
    method: 'GET',
    path: '/api/sys/users/:id/v1',
    summary: 'Read one user',
    access: permitted('get'),
    reach: 'company',
    people: 'scoped',
    params: idParams,
    reply: userDetail,
  },
  create: {
    method: 'POST',
    path: '/api/sys/users/v1',
    summary: 'Add a user; a password that the server makes is shown this once',
    access: permitted('add'),
    // Hashing is slow: no connection is held meanwhile.
    reach: 'nothing',
    audit: { event: 'user.created' },
    body: userCreate,
    reply: z.object({ id: z.string(), ...onceShown }),
  },
  update: {
    method: 'PUT',
    path: '/api/sys/users/:id/v1',
    summary: 'Change a user',
    access: permitted('edit'),
    // Phone and mail address are unique on the whole platform, beyond one company's sight.
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
    summary: 'Move a user to the recycle bin for thirty days; shows first what ends with him, and who may take it over',
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
    summary: 'The recycle bin, what was deleted last first',
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
    summary: 'Bring a user back from the recycle bin',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'user.restored' },
    params: idParams,
    reply: nothing,
  },
  reset: {
    method: 'PUT',
    path: '/api/sys/users/:id/reset/v1',
    summary: 'Set somebody’s password; one that the server makes is shown this once',
    access: permitted('reset'),
    reach: 'nothing',
    audit: { event: 'userPassword.replaced' },
    params: idParams,
    body: userReset,
    reply: z.object(onceShown),
  },
  lock: {
    method: 'PUT',
    path: '/api/sys/users/:id/lock/v1',
    summary: 'Lock a user, for a while or until somebody unlocks him; shows first what ends with him',
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
    summary: 'Disable a user, until somebody enables him; shows first what ends with him',
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
    summary: 'Enable a user who was disabled',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.enabled' },
    params: idParams,
    reply: nothing,
  },
  roles: {
    method: 'GET',
    path: '/api/sys/users/:id/roles/v1',
    summary: 'Which roles a user wears, since when and until when',
    access: permitted('roles'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      assigned: z.array(assignedRole),
      /** The roles he wears besides because he belongs somewhere. */
      byOrganization: z.array(z.extend(named, { organization: named })),
      version: z.int(),
    }),
  },
  offeredRoles: {
    method: 'GET',
    path: '/api/sys/users/roles/auto/:id/v1',
    summary: 'The roles that can be worn, as people look for them by name; the one that is chosen, or 0, comes first',
    access: permitted('roles'),
    reach: 'company',
    params: autocompleteParams,
    query: autocompleteQuery,
    reply: optionsWith(z.object({ grantable: z.boolean(), anchorable: z.boolean() })),
  },
  assignRoles: {
    method: 'PUT',
    path: '/api/sys/users/:id/roles/v1',
    summary:
      'Give and take roles; nobody grants or takes what he does not hold himself; shows first what is gained and lost by it',
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
    summary: 'Where a user is signed in',
    access: permitted('sessions'),
    reach: 'company',
    params: idParams,
    reply: z.array(sessionRow),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sys/users/:id/sessions/:sid/v1',
    summary: 'End one session of a user; it is refused from the next request on',
    access: permitted('sessions'),
    reach: 'company',
    audit: { event: 'userSession.terminated' },
    params: sessionParams,
    reply: nothing,
  },
  effective: {
    method: 'GET',
    path: '/api/sys/users/:id/effective/v1',
    summary: 'What a user may do at this moment and whose rows he sees, and which role each of it comes from',
    access: permitted('get'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      everything: z.boolean(),
      modules: z.record(z.string(), z.array(z.object({ operation: z.string(), via: z.array(wayOfRight) }))),
      rows: seenRows,
    }),
  },
  batch: {
    method: 'POST',
    path: '/api/sys/users/batch/v1',
    summary:
      'Do the same to many users, each judged on its own; locking, disabling and deleting show first what ends and who is refused',
    access: permitted('list'),
    reach: 'company',
    audit: { event: 'user.batchChanged' },
    body: userBatch,
    impact: batchImpact,
    reply: batchResult,
  },
})
