import * as z from 'zod/mini'
import { creditCode, optionalText, orEmpty, telephoneOrEmpty, text } from '../../../kernel/fields.ts'
import { moment, person, version } from '../../../kernel/listing.ts'

/** `none`: not applied for, or changed since the last decision. `rejected`: refused, or revoked later. */
export const recognitionStates = ['none', 'review', 'recognized', 'rejected'] as const
export type RecognitionState = (typeof recognitionStates)[number]
export const maxLicenceBytes = 5 * 1024 * 1024

export const enterpriseWrite = z.object({
  name: text(100, '请输入公司名称'),
  creditCode: orEmpty(creditCode, '请输入正确的统一社会信用代码'),
  legal: optionalText(30),
  contact: optionalText(30),
  phone: telephoneOrEmpty,
  address: optionalText(200),
  version,
})
export type EnterpriseWrite = z.output<typeof enterpriseWrite>

const shown = {
  id: z.string(),
  name: z.string(),
  creditCode: z.string(),
  legal: z.string(),
  contact: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Whether a business licence is stored. */
  licence: z.boolean(),
  state: z.enum(recognitionStates),
  reason: z.string(),
  applyTime: z.nullable(moment),
  decideTime: z.nullable(moment),
  createTime: moment,
  version: z.int(),
}
/** An enterprise as its own members see it. */
export const enterprise = z.object(shown)
export type Enterprise = z.output<typeof enterprise>

/** An enterprise as the operator sees it. */
export const enterpriseRow = z.object({
  ...shown,
  /** Name of the company in the console; differs from `name` while a new one is not recognised. */
  company: z.string(),
  users: z.int(),
  applyBy: z.nullable(person),
  decideBy: z.nullable(person),
})
export type EnterpriseRow = z.output<typeof enterpriseRow>
