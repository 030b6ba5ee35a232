import {
  type ReviewRow,
  reviewRepeat,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SelectField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { repeatHelp, repeatOptions } from './review-words.ts'
import './reviews.css'

const { list, repeat } = reviewsContract
type Values = z.output<typeof reviewRepeat>

/** Sets or ends the repetition of a review. */
export const RepeatForm = ({ row, onSaved, onClosed }: RowDrawerProps<ReviewRow>) => {
  const write = useWrite(repeat, { invalidates: [list], onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={`重复“${row.name}”`}
      schema={reviewRepeat}
      labels={{ repeatMonths: '重复' }}
      initial={{ repeatMonths: row.repeatMonths }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      {row.stopped && <p className="review-note">{`未能按时再次发起，已停止重复：${row.stopped}。`}</p>}
      <SelectField<Values> name="repeatMonths" options={repeatOptions} help={repeatHelp} />
    </DrawerForm>
  )
}
