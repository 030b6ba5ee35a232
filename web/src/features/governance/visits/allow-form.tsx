import {
  allowanceHours,
  type VisitRequestRow,
  type visitAllowance,
  visitsContract,
} from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { SelectField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import './allow-form.css'
import { minutesOptions, modeNames, modeSentences } from './visit-words.ts'

type Values = z.output<typeof visitAllowance>

/** Approves a visit request, for one visit of limited duration. */
export const AllowForm = ({ row, onSaved, onClosed }: RowDrawerProps<VisitRequestRow>) => {
  return (
    <WriteForm
      title={t('同意“{name}”访问', { name: row.user.name })}
      act={t('同意')}
      endpoint={visitsContract.allow}
      params={{ id: row.id }}
      labels={{ minutes: t('最长访问时长') }}
      initial={{ minutes: row.minutes, version: row.version }}
      invalidates={[visitsContract.list]}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      <div className="visit-facts">
        <Facts
          facts={{
            来自: row.company.name,
            访问方式: labelledText(modeNames[row.mode], modeSentences[row.mode]),
            访问范围: row.orgName || t('整个公司'),
            原因: row.reason,
          }}
        />
      </div>
      <SelectField<Values>
        name="minutes"
        options={minutesOptions(row.minutes)}
        help={t('同意后 {allowanceHours} 小时内可进入一次，到期自动退出', { allowanceHours })}
      />
    </WriteForm>
  )
}
