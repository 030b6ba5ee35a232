import type { companyLock } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type * as z from 'zod/mini'
import { DateTimeField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import { Suggestions } from '../../system/dictionaries/public/dictionary-controls.tsx'

type Values = z.output<typeof companyLock>

/** Why a company is locked, and until when. */
export const LockFields = () => (
  <>
    <TextAreaField<Values> name="reason" maxLength={200} help={<Suggestions group="lockReason" field="reason" />} />
    <DateTimeField<Values> name="until" placeholder={t('直到解锁')} help={t('到期自动解锁；不填则一直锁定')} />
  </>
)
