import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { moment, nothing, person } from '../../../kernel/listing.ts'
import { passwordPolicy, policyKinds } from '../../../kernel/password-policy.ts'
import { t } from '../../../kernel/texts.ts'

const nullableInteger = (min: number, max: number) => {
  const message = { error: () => t('请输入 {min} 到 {max} 之间的整数', { min, max }) }
  return z.nullable(z.int(message).check(z.gte(min, message), z.lte(max, message)))
}
/** A company's own rules; null inherits the platform's. */
const ownRules = {
  kind: z.nullable(z.enum(policyKinds)),
  min: nullableInteger(8, 64),
  max: nullableInteger(20, 64),
  history: nullableInteger(0, 24),
  expireDays: nullableInteger(0, 730),
  remindDays: nullableInteger(0, 60),
}
export const passwordPolicyWrite = z.object({ ...ownRules, version: z.int().check(z.gte(0)) })

export const passwordPoliciesContract = defineContract('sysPasswordPolicy', {
  get: {
    method: 'GET',
    path: '/api/sys/password-policy/v1',
    summary: 'Read the company’s password rules: its own, the inherited and the effective ones',
    access: permitted('view'),
    reach: 'company',
    reply: z.object({
      own: z.object(ownRules),
      inherited: passwordPolicy,
      effective: passwordPolicy,
      /** The platform company inherits the product defaults. */
      platform: z.boolean(),
      updateTime: z.nullable(moment),
      updateBy: z.nullable(person),
      /** 0 without own rules. */
      version: z.int(),
    }),
  },
  update: {
    method: 'PUT',
    path: '/api/sys/password-policy/v1',
    summary: 'Set the company’s own password rules; null inherits',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'passwordPolicy.updated' },
    body: passwordPolicyWrite,
    reply: nothing,
  },
})
