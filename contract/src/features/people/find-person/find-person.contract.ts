import * as z from 'zod/mini'
import { defineContract, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { moment } from '../../../kernel/listing.ts'
import { userField } from '../../access/registry/user-fields.ts'

export const standings = ['normal', 'locked', 'expired', 'disabled', 'deleted'] as const

export const personFind = z.object({
  /** A complete account, phone number or mail address. */
  contact: text(64, '请输入账号、手机号或邮箱'),
})

/** A user of any company, masked: enough to know where to help them. */
export const foundPerson = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  account: z.string(),
  /** Masked. */
  name: z.string(),
  phone: userField('phone'),
  email: userField('email'),
  standing: z.enum(standings),
  /** A member from another company, who signs in with the account there. */
  outside: z.boolean(),
  lastLogin: z.nullable(moment),
  /** Operators may switch into the company, if it admits them. */
  customer: z.boolean(),
})
export type FoundPerson = z.output<typeof foundPerson>

export const findPersonContract = defineContract('sysUsers', {
  across: {
    method: 'POST',
    path: '/api/sys/users/across/v1',
    summary:
      'Find a person in all companies by complete account, phone number or mail address; a POST because it is audited',
    access: permitted('find'),
    reach: 'platform',
    rate: { n: 30, per: 'minute' },
    namesUsers: unscopedBecause('platform only: finds one person in all companies by what they gave the operator'),
    audit: { event: 'user.searched' },
    quiet: true,
    body: personFind,
    reply: z.array(foundPerson),
  },
})
