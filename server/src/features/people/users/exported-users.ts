import { dutyNames, secondStepNames, stateNames } from '@atrium/contract/features/people/users/user-words.ts'
import type { Columns } from '../../../kernel/list-export.ts'
import { maskedPhone } from '../../../kernel/masked.ts'
import { placeOf } from '../../../kernel/place-of-ip.ts'
import type { ShownUser } from './shown-users.repository.ts'

const secondSteps = ['totp', 'passkey', 'sms'] as const

/** The column is omitted for users who cannot read the field. */
export const userColumnFields = { 手机号: 'users.phone' } as const

/** Columns of the export, masked like the list; lists all roles and organisations. */
export const userColumns: Columns<ShownUser> = {
  账号: ({ account }) => account,
  姓名: ({ name }) => name,
  手机号: ({ phone }) => maskedPhone(phone),
  组织: ({ orgs }) =>
    orgs.map(({ orgName, duty }) => (dutyNames[duty] ? `${orgName}（${dutyNames[duty]}）` : orgName)).join('、'),
  角色: ({ roles }) => roles.map(({ name }) => name).join('、'),
  状态: ({ status }) => stateNames[status as keyof typeof stateNames],
  锁定原因: ({ lockReason, status }) => (status === 2 ? lockReason : ''),
  二次验证: (user) =>
    user.outside ? '不适用' : secondSteps.flatMap((way) => (user[way] ? secondStepNames[way] : [])).join('、'),
  最近登录: ({ lastTime }, clock) => clock(lastTime),
  登录地址: ({ lastIp }) => lastIp ?? '',
  归属地: ({ lastIp }) => placeOf(lastIp ?? ''),
  到期时间: ({ expireTime }, clock) => clock(expireTime),
  创建时间: ({ createTime }, clock) => clock(createTime),
}
