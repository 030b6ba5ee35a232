import type { CompanyDetail } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { maskedMail, maskedPhone } from '../../../shared/texts/masked.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { MaskedText } from '../../../ui/masked-text.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useCustomFacts } from '../../system/custom-fields/public/use-custom-facts.ts'
import { DictTag } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { ExpiryDay, lockText } from './company-cells.tsx'
import { fieldLabels } from './company-words.ts'

const AreaText = lazy(async () => ({ default: (await import('../../system/areas/public/area-text.tsx')).AreaText }))

const listFacts = (company: CompanyDetail, state: ReactNode): Record<string, ReactNode> => ({
  状态: state,
  套餐: state && company.tenant.planName,
  到期: state && <ExpiryDay at={company.tenant.expireTime} />,
  锁定原因: company.lock && lockText(company.lock),
  [fieldLabels.shortName]: company.shortName,
  [fieldLabels.code]: company.code && <code>{company.code}</code>,
  [fieldLabels.creditCode]: company.creditCode && <code>{company.creditCode}</code>,
  [fieldLabels.parent]: company.parentName,
  [fieldLabels.legal]: company.legal,
  [fieldLabels.contact]: company.contact,
  [fieldLabels.phone]: company.phone && (
    <MaskedText what={fieldLabels.phone} masked={maskedPhone(company.phone)} full={company.phone} />
  ),
  [fieldLabels.email]: company.email && (
    <MaskedText what={fieldLabels.email} masked={maskedMail(company.email)} full={company.email} />
  ),
  [fieldLabels.industry]: company.industry && <DictTag group="industry" code={company.industry} />,
  [fieldLabels.size]: company.size && <DictTag group="companySize" code={company.size} />,
  [fieldLabels.areaCode]: company.areaCode && (
    <Suspense>
      <AreaText code={company.areaCode} />
    </Suspense>
  ),
  [fieldLabels.address]: company.address,
  管理员: company.adminAccount ? userName({ name: company.adminName, account: company.adminAccount }) : t('无'),
  [t('用户', { context: 'plural' })]: t('{users} 人', { users: company.users }),
  [fieldLabels.remark]: company.remark,
  [t('创建', { context: 'past' })]: (
    <>
      <Time at={company.createTime} /> {company.createBy.name}
    </>
  ),
  最后修改: (
    <>
      <Time at={company.updateTime} /> {company.updateBy.name}
    </>
  ),
})

type CompanyFactsProps = {
  company: CompanyDetail
  /** Of its service, where nothing else says it. */
  state?: ReactNode
}

/** What is known of a company. */
export const CompanyFacts = ({ company, state }: CompanyFactsProps) => (
  <Facts facts={listFacts(company, state)} added={useCustomFacts('company', company.custom)} />
)
