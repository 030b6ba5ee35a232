import type { Enterprise } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'

export const enterpriseLabels = {
  name: '公司名称',
  creditCode: '统一社会信用代码',
  legal: '法定代表人',
  contact: '联系人',
  phone: '联系电话',
  address: '地址',
} as const

/** What an application for recognition still lacks. */
export const missingFor = ({ creditCode, legal, licence }: Enterprise): string[] =>
  [!creditCode && enterpriseLabels.creditCode, !legal && enterpriseLabels.legal, !licence && '营业执照'].filter(
    (each) => each !== false,
  )

/** Reads that a change of the enterprise affects. */
export const enterpriseReads = [enterprisesContract.ent]
