import * as z from 'zod/mini'
import { account } from '../../../kernel/account.ts'
import { defineContract, permitted, publicBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { creditCode, multilineText, optionalText, phone, text } from '../../../kernel/fields.ts'
import { created, idParams, listQuery, listSchema, moment, nothing, person } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { uncheckedPassword } from '../../../kernel/unchecked-password.ts'
import { userField } from '../../access/registry/user-fields.ts'
import { sentCode } from '../sign-in/sign-in.contract.ts'

export const registrationKinds = ['person', 'ent'] as const
export const registrationStates = ['review', 'approved', 'rejected'] as const

const firm = z.object({
  name: text(100, '请输入公司名称'),
  creditCode,
  legal: text(30, '请输入法定代表人'),
})
export const registerBody = z.object({
  kind: z.enum(registrationKinds),
  account,
  name: text(30, '请输入姓名'),
  phone,
  uuid: z.uuid('请先获取验证码'),
  code: sentCode,
  password: uncheckedPassword,
  invite: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  ent: z.optional(firm),
  agree: z.literal(true, '请阅读并同意服务协议'),
})

export const registrationRow = z.object({
  id: z.string(),
  kind: z.enum(registrationKinds),
  account: z.string(),
  name: z.string(),
  /** Masked; becomes the user's phone. */
  phone: userField('phone'),
  ent: z.nullable(firm),
  state: z.enum(registrationStates),
  reason: z.string(),
  ip: z.string(),
  area: productText(),
  createTime: moment,
  decideTime: z.nullable(moment),
  decideBy: z.nullable(person),
  version: z.int(),
})
export type RegistrationRow = z.output<typeof registrationRow>

export const registrationsContract = defineContract('sysRegistrations', {
  register: {
    method: 'POST',
    path: '/front-api/sys/regist/v1',
    summary: 'Register as a person or for a company, as far as the platform allows it',
    access: publicBecause('applicants have no account yet; the sent code and budgets guard it'),
    reach: 'manual',
    limit: { points: 30, seconds: 60 },
    audit: { event: 'registration.submitted' },
    quiet: true,
    body: registerBody,
    reply: z.object({ id: z.string(), status: z.enum(['active', 'review']) }),
  },
  list: {
    method: 'GET',
    path: '/api/sys/registrations/v1',
    summary: 'List registrations',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: unscopedBecause(
      'applicants are not users yet and belong to no organisation; deciding users must see them',
    ),
    query: listQuery({
      sortable: ['createTime'],
      filters: { state: z.enum(registrationStates), kind: z.enum(registrationKinds) },
    }),
    reply: listSchema(registrationRow),
  },
  approve: {
    method: 'PUT',
    path: '/api/sys/registrations/:id/approve/v1',
    summary: 'Approve a registration; the account works immediately',
    access: permitted('decide'),
    // An approved applicant may become a user of another company, so company reach does not suffice.
    reach: 'manual',
    audit: { event: 'registration.approved', namesPeople: true },
    params: idParams,
    body: z.object({ version: z.int() }),
    reply: nothing,
  },
  reject: {
    method: 'PUT',
    path: '/api/sys/registrations/:id/reject/v1',
    summary: 'Reject a registration, with a reason',
    access: permitted('decide'),
    reach: 'company',
    audit: { event: 'registration.rejected', namesPeople: true },
    params: idParams,
    body: z.object({ reason: multilineText(200, '请填写原因'), version: z.int() }),
    reply: nothing,
  },
})

export const invitationRow = z.object({
  id: z.string(),
  code: z.string(),
  note: z.string(),
  uses: z.int(),
  mostUses: z.int(),
  expireTime: moment,
  createTime: moment,
  createBy: person,
})
export type InvitationRow = z.output<typeof invitationRow>

export const invitationWrite = z.object({
  note: optionalText(60),
  mostUses: z._default(
    z
      .int('请输入 1 到 1000 之间的整数')
      .check(z.gte(1, '请输入 1 到 1000 之间的整数'), z.lte(1000, '请输入 1 到 1000 之间的整数')),
    1,
  ),
  days: z._default(
    z
      .int('请输入 1 到 90 之间的整数')
      .check(z.gte(1, '请输入 1 到 90 之间的整数'), z.lte(90, '请输入 1 到 90 之间的整数')),
    7,
  ),
})
export const invitationsContract = defineContract('sysInvitations', {
  list: {
    method: 'GET',
    path: '/api/sys/invitations/v1',
    summary: 'List the company’s invitation codes',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({ sortable: ['createTime', 'expireTime'] }),
    reply: listSchema(invitationRow),
  },
  create: {
    method: 'POST',
    path: '/api/sys/invitations/v1',
    summary: 'Create an invitation code',
    access: permitted('add'),
    reach: 'company',
    audit: { event: 'invitation.created' },
    body: invitationWrite,
    reply: created,
  },
  remove: {
    method: 'DELETE',
    path: '/api/sys/invitations/:id/v1',
    summary: 'Withdraw an invitation code',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'invitation.removed' },
    params: idParams,
    reply: nothing,
  },
})
