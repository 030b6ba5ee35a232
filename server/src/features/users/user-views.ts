import type { UserDetail, UserRow } from '@atrium/contract/features/users/users.contract.ts'
import { maskedIdCard, maskedMail, maskedPhone } from '../../kernel/masked.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { FoundUser } from './managed-users.repository.ts'
import type { ShownUser } from './shown-users.repository.ts'

/** How many roles a row names. */
const namedRoles = 2
const locked = 2

const lockOf = ({ status, lockReason, lockBy, lockTime, lockUntil }: ShownUser) =>
  status === locked && lockTime !== null && lockBy !== null
    ? { reason: lockReason, by: lockBy, time: lockTime, until: lockUntil }
    : null

const summaryOf = (user: ShownUser, callerId: string) => ({
  id: user.id,
  account: user.account,
  name: user.name,
  sex: user.sex,
  portrait: user.portrait ?? '',
  status: user.status as UserRow['status'],
  lock: lockOf(user),
  disabled: user.disabled,
  expireTime: user.expireTime,
  mfa: { totp: user.totp, passkey: user.passkey, sms: user.sms },
  online: user.online,
  lastLogin:
    user.lastTime === null ? null : { time: user.lastTime, ip: user.lastIp ?? '', area: placeOf(user.lastIp ?? '') },
  outside: user.outside,
  self: user.id === callerId,
  orgs: user.orgs,
  createTime: user.createTime,
  createBy: user.createBy,
  updateTime: user.updateTime,
  updateBy: user.updateBy,
  version: user.version,
})

/** One line of the list: contacts masked, the first roles named. */
export const rowOf = (user: ShownUser, callerId: string): UserRow => ({
  ...summaryOf(user, callerId),
  phone: maskedPhone(user.phone),
  roles: user.roles.slice(0, namedRoles),
  roleCount: user.roles.length,
})

/** The whole user; the identity number stays masked. */
export const detailOf = (secrets: Secrets, user: FoundUser, callerId: string): UserDetail => ({
  ...summaryOf(user, callerId),
  orgs: user.orgs.map((org) => ({ ...org, above: user.above[org.orgId] ?? [] })),
  phone: user.phone ?? '',
  email: user.email ?? '',
  idCard: maskedIdCard(user.idCard === null ? null : secrets.unseal(user.idCard)),
  remark: user.remark,
  mustChange: user.mustChange,
  passwordTime: user.passwordTime,
  roles: user.roles,
})

/** What the audit log may know of somebody: nothing by which he could be reached or taken for. */
export const auditedOf = ({ account, name, sex, phone, email, expireTime, remark }: UserDetail | ShownUser) => ({
  account,
  name,
  sex,
  phone: maskedPhone(phone),
  email: maskedMail(email),
  expireTime,
  remark,
})
