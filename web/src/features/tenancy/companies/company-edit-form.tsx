import {
  type CompanyDetail,
  companiesContract,
  type companyUpdate,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type * as z from 'zod/mini'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { SearchSelectField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { CustomFields } from '../../system/custom-fields/public/custom-fields.tsx'
import { useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { ContactFields, IdentityFields } from './company-fields.tsx'
import type { CompanySummary } from './company-summary.ts'
import { fieldLabels } from './company-words.ts'
import { findCompanies } from './find-companies.ts'

type Values = z.input<typeof companyUpdate>

const EditForm = ({
  company,
  onSaved,
  onClosed,
}: Omit<RowDrawerProps<CompanySummary>, 'row'> & { company: CompanyDetail }) => {
  const [industryName, sizeName] = [useDictionaryLabel('industry'), useDictionaryLabel('companySize')]
  const { id, name, shortName, code, creditCode, legal, contact, phone, email, areaCode, address } = company
  const { industry, size, remark, parent, version, custom = {} } = company
  const initial = { name, shortName, code, creditCode, legal, contact, phone, email, areaCode, address }
  return (
    <WriteForm
      title={t('编辑公司：{name}', { name })}
      act={t('保存')}
      width={720}
      endpoint={companiesContract.update}
      params={{ id }}
      labels={{ ...fieldLabels, custom: t('自定义字段') }}
      formatters={{
        industry: industryName,
        size: sizeName,
        parent: (value) => (value ? t('已选择') : t('独立公司')),
      }}
      initial={{ ...initial, industry, size, remark, parent, version, custom }}
      invalidates={tenantReads}
      onDone={() => onSaved(company.id)}
      onClosed={onClosed}
    >
      <IdentityFields />
      <ContactFields />
      <CustomFields entity="company" />
      {parent !== null && (
        <SearchSelectField<Values> name="parent" find={findCompanies(id)} help={t('仅可在同一租户的公司之间调整')} />
      )}
    </WriteForm>
  )
}

/** Edits a company. */
export const CompanyEditForm = ({ row, ...rest }: RowDrawerProps<CompanySummary>) => {
  const company = useFreshRead(companiesContract.get, { params: { id: row.id } }, rest.onClosed)
  return company && <EditForm company={company} {...rest} />
}
