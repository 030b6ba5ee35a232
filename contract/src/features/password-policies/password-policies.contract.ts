import * as z from 'zod/mini'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { moment, nothing, person } from '../../kernel/listing.ts'
import { passwordPolicy, policyKinds } from './password-policy.ts'

const whole = (least: number, most: number) => {
  const sentence = `请输入 ${least} 到 ${most} 之间的整数`
  return z.nullable(z.int(sentence).check(z.gte(least, sentence), z.lte(most, sentence)))
}
/** A company's own rules; null inherits the platform's. */
const ownRules = {
  kind: z.nullable(z.enum(policyKinds)),
  min: whole(8, 64),
  max: whole(20, 64),
  history: whole(0, 24),
  expireDays: whole(0, 730),
  remindDays: whole(0, 60),
}
export const passwordPolicyWrite = z.object({ ...ownRules, version: z.int().check(z.gte(0)) })

export const passwordPoliciesContract = defineContract('sysPasswordPolicy', {
  get: {
    method: 'GET',
    path: '/api/sys/password-policy/v1',
    summary: 'My company’s password rules: its own, what it inherits, and what holds',
    access: permitted('view'),
    reach: 'company',
    reply: z.object({
      own: z.object(ownRules),
      inherited: passwordPolicy,
      effective: passwordPolicy,
      /** The platform company inherits from the product’s defaults. */
      platform: z.boolean(),
      updateTime: z.nullable(moment),
      updateBy: z.nullable(person),
      /** 0 as long as the company has no rules of its own. */
      version: z.int(),
    }),
  },
  update: {
    method: 'PUT',
    path: '/api/sys/password-policy/v1',
    summary: 'Set my company’s own password rules; null inherits',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'passwordPolicy.updated' },
    body: passwordPolicyWrite,
    reply: nothing,
  },
})
