import type { Enterprise } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { t } from '../../../ui/texts.ts'

export const enterpriseLabels = {
  name: t('公司名称'),
  creditCode: t('统一社会信用代码'),
  legal: t('法定代表人'),
  contact: t('联系人'),
  phone: t('联系电话'),
  address: t('地址'),
} as const

/** What an application for recognition still lacks. */
export const missingFor = ({ creditCode, legal, licence }: Enterprise): string[] =>
  [!creditCode && enterpriseLabels.creditCode, !legal && enterpriseLabels.legal, !licence && t('营业执照')].filter(
    (each) => each !== false,
  )

/** Reads that a change of the enterprise affects. */
export const enterpriseReads = [enterprisesContract.ent]
