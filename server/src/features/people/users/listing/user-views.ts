import type { UserDetail, UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { readValues } from '../../../../kernel/db/custom-columns.ts'
import { locateIp } from '../../../../kernel/locate-ip.ts'
import { maskedIdCard, maskedMail, maskedPhone } from '../../../../kernel/masked.ts'
import type { Secrets } from '../../../../kernel/secrets.ts'
import type { ShownUser } from './shown-users.repository.ts'

/** How many roles a list row names. */
const maxNamedRoles = 2
const lockedStatus = 2

const toLock = ({ status, lockReason, lockBy, lockTime, lockUntil }: ShownUser) =>
  status === lockedStatus && lockTime !== null && lockBy !== null
    ? { reason: lockReason, by: lockBy, time: lockTime, until: lockUntil }
    : null

const toSummary = (user: ShownUser, callerId: string) => ({
  id: user.id,
  account: user.account,
  name: user.name,
  sex: user.sex,
  portrait: user.portrait ?? '',
  status: user.status as UserRow['status'],
  lock: toLock(user),
  disabled: user.disabled,
  expireTime: user.expireTime,
  mfa: { totp: user.totp, passkey: user.passkey, sms: user.sms },
  online: user.online,
  lastLogin:
    user.lastTime === null ? null : { time: user.lastTime, ip: user.lastIp ?? '', area: locateIp(user.lastIp ?? '') },
  outside: user.outside,
  self: user.id === callerId,
  orgs: user.orgs,
  createTime: user.createTime,
  createBy: user.createBy,
  updateTime: user.updateTime,
  updateBy: user.updateBy,
  version: user.version,
  [readValues]: { values: user.custom, names: user.customNames },
})

/** A list row: contacts masked, first roles named. */
export const toRow = (user: ShownUser, callerId: string): UserRow => ({
  ...toSummary(user, callerId),
  phone: maskedPhone(user.phone),
  roles: user.roles.slice(0, maxNamedRoles),
  roleCount: user.roles.length,
})

/** A complete user; the ID card number stays masked. */
export const toDetail = (secrets: Secrets, user: ShownUser, callerId: string): UserDetail => ({
  ...toSummary(user, callerId),
  phone: user.phone ?? '',
  email: user.email ?? '',
  idCard: maskedIdCard(user.idCard === null ? null : secrets.unseal(user.idCard)),
  remark: user.remark,
  mustChange: user.mustChange,
  passwordTime: user.passwordTime,
  roles: user.roles,
})

type AuditedUser = Pick<ShownUser, 'account' | 'name' | 'sex' | 'phone' | 'email' | 'expireTime' | 'remark'>
/** User data for the audit log; contacts are masked, the ID card number left out. */
export const pickAudited = ({ account, name, sex, phone, email, expireTime, remark }: AuditedUser) => ({
  account,
  name,
  sex,
  phone: maskedPhone(phone),
  email: maskedMail(email),
  expireTime,
  remark,
})
