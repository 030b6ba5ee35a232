import type { companyUpdate } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { lazy, Suspense } from 'react'
import type * as z from 'zod/mini'
import { TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import { DictSelectField } from '../../system/dictionaries/public/dictionary-controls.tsx'
import './companies.css'

// A tree, which few other forms need.
const AreaField = lazy(async () => ({
  default: (await import('../../system/areas/public/area-field.tsx')).AreaField<Values>,
}))

type Values = z.input<typeof companyUpdate>

export const IdentityFields = () => (
  <>
    <TextField<Values> name="name" maxLength={100} />
    <div className="company-pair">
      <TextField<Values> name="shortName" maxLength={30} />
      <TextField<Values> name="code" maxLength={31} />
      <TextField<Values> name="creditCode" maxLength={18} placeholder={t('18 位')} />
      <TextField<Values> name="legal" maxLength={30} />
    </div>
  </>
)

export const ContactFields = () => (
  <>
    <div className="company-pair">
      <TextField<Values> name="contact" maxLength={30} />
      <TextField<Values> name="phone" maxLength={20} placeholder={t('手机号，或 010-88886666')} />
      <TextField<Values> name="email" maxLength={254} />
      <DictSelectField<Values> name="industry" group="industry" clearable />
      <DictSelectField<Values> name="size" group="companySize" clearable />
      <Suspense>
        <AreaField name="areaCode" />
      </Suspense>
    </div>
    <TextField<Values> name="address" maxLength={200} />
    <TextAreaField<Values> name="remark" maxLength={200} />
  </>
)
