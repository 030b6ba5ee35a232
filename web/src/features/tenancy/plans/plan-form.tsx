import { type PlanRow, type planCreate, plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import type * as z from 'zod/mini'
import { SearchSelectField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../../system/translations/public/name-translations.tsx'
import { planReads } from './plan-reads.ts'
import { planLabels, planStatusNames } from './plan-words.ts'
import { findPlans } from './public/find-plans.ts'
import { QuotaInputs } from './public/quota-inputs.tsx'
import { quotaFormatters } from './public/quota-words.ts'

type Values = z.input<typeof planCreate>
const statusOptions = ([1, 0] as const).map((value) => ({ value, label: planStatusNames[value] }))

/** Adds or edits a plan. */
export const PlanForm = ({ row, ...rest }: ListFormProps<PlanRow>) => (
  <CrudForm
    contract={plansContract}
    noun={t('套餐')}
    name={row?.name}
    labels={planLabels}
    initial={{
      name: '',
      code: '',
      mostUsers: null,
      mostSms: null,
      mostStorage: null,
      status: 1,
      desc: '',
      template: null,
    }}
    formatters={{ status: (value) => planStatusNames[value], ...quotaFormatters(t('不限')) }}
    invalidates={planReads}
    row={row}
    {...rest}
  >
    <TextField<Values> name="name" maxLength={30} help={<NameTranslations name={row?.name} />} />
    <TextField<Values> name="code" maxLength={31} disabled={row?.builtin ?? false} placeholder={t('例如：pro')} />
    {!row && (
      <SearchSelectField<Values>
        name="template"
        find={findPlans}
        placeholder={t('空白')}
        help={t('以该套餐现有的菜单和权限为初始范围，新增后可再调整')}
      />
    )}
    <QuotaInputs none={() => t('不限')} />
    <SelectField<Values> name="status" options={statusOptions} help={t('停用后不可再选，已使用的公司不受影响')} />
    <TextAreaField<Values> name="desc" maxLength={200} />
  </CrudForm>
)
