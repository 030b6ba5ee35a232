import {
  type ReviewRow,
  type reviewRepeat,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type * as z from 'zod/mini'
import { SelectField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { repeatHelp, repeatOptions } from './review-words.ts'
import './reviews.css'

const { list, repeat } = reviewsContract
type Values = z.output<typeof reviewRepeat>

/** Sets or ends the repetition of a review. */
export const RepeatForm = ({ row, onSaved, onClosed }: RowDrawerProps<ReviewRow>) => {
  return (
    <WriteForm
      title={t('重复“{name}”', { name: row.name })}
      act={t('保存')}
      endpoint={repeat}
      params={{ id: row.id }}
      labels={{ repeatMonths: t('重复') }}
      initial={{ repeatMonths: row.repeatMonths }}
      invalidates={[list]}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      {row.stopped && (
        <p className="review-note">{t('未能按时再次发起，已停止重复：{stopped}。', { stopped: row.stopped })}</p>
      )}
      <SelectField<Values> name="repeatMonths" options={repeatOptions} help={repeatHelp} />
    </WriteForm>
  )
}
