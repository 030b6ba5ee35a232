import {
  type PlanRow,
  planCreate,
  plansContract,
  planUpdate,
} from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { pickQuotas } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchSelectField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-page.tsx'
import { findPlans } from './find-plans.ts'
import { planReads } from './plan-reads.ts'
import { planLabels, planStatusNames } from './plan-words.ts'
import { QuotaInputs } from './quota-inputs.tsx'
import { quotaFormatters } from './quota-words.ts'

type Values = z.input<typeof planCreate>
const statusOptions = ([1, 0] as const).map((value) => ({ value, label: planStatusNames[value] }))

type PlanFieldsProps = { builtin?: boolean; children?: ReactNode }
const PlanFields = ({ builtin = false, children }: PlanFieldsProps) => (
  <>
    <TextField<Values> name="name" maxLength={30} />
    <TextField<Values> name="code" maxLength={31} disabled={builtin} placeholder="例如：pro" />
    {children}
    <QuotaInputs none={() => '不限'} />
    <SelectField<Values> name="status" options={statusOptions} help="停用后不能再选用，已使用的公司不受影响" />
    <TextAreaField<Values> name="desc" maxLength={200} />
  </>
)

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<PlanRow>, 'row'>) => {
  const create = useWrite(plansContract.create, { invalidates: planReads, onDone: ({ id }) => onSaved(id) })
  return (
    <DrawerForm
      title="新增套餐"
      schema={planCreate}
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
      busy={create.isPending}
      error={create.error}
      onSubmit={(body) => create.mutateAsync({ body })}
      onClosed={onClosed}
    >
      <PlanFields>
        <SearchSelectField<Values>
          name="template"
          find={findPlans}
          placeholder="空白"
          help="以这个套餐现有的菜单和权限开始，新增后可以再调整"
        />
      </PlanFields>
    </DrawerForm>
  )
}

const EditForm = ({ row, onSaved, onClosed }: ListFormProps<PlanRow> & { row: PlanRow }) => {
  const update = useWrite(plansContract.update, { invalidates: planReads, onDone: () => onSaved(row.id) })
  const { name, code, status, desc, version } = row
  return (
    <DrawerForm
      title={`编辑套餐：${name}`}
      schema={planUpdate}
      labels={planLabels}
      formatters={{ status: (value) => planStatusNames[value], ...quotaFormatters('不限') }}
      initial={{ name, code, ...pickQuotas(row), status, desc, version }}
      busy={update.isPending}
      error={update.error}
      onSubmit={(body) => update.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <PlanFields builtin={row.builtin} />
    </DrawerForm>
  )
}

/** Adds or edits a plan. */
export const PlanForm = ({ row, ...rest }: ListFormProps<PlanRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
