import {
  givenAnswer,
  ownReviewsContract,
  type ReviewItem,
} from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import './reviews.css'

const { answerItems, ownItems, ownReviews } = ownReviewsContract
const schema = z.pick(givenAnswer, { reason: true })
type Values = z.output<typeof schema>
type RemoveFormProps = { reviewId: string; items: readonly ReviewItem[]; onDone: () => void; onClosed: () => void }

/** Answers that users no longer need a role, with an optional reason. */
export const RemoveForm = ({ reviewId, items, onDone, onClosed }: RemoveFormProps) => {
  const write = useWrite(answerItems, { invalidates: [ownItems, ownReviews], onDone })
  const ids = items.map(({ id }) => id)
  return (
    <DrawerForm
      title={
        items.length === 1 && items[0]
          ? t('收回{name}（{account}）的角色“{roleName}”', items[0])
          : t('收回 {count} 项', { count: items.length })
      }
      act={t('收回')}
      danger
      schema={schema}
      labels={{ reason: t('原因') }}
      initial={{ reason: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ reason }) =>
        write.mutateAsync({ params: { id: reviewId }, body: { ids, answer: 'remove', reason } })
      }
      onClosed={onClosed}
    >
      <p className="review-note">{t('复核结束时才会收回，结束前可以修改。')}</p>
      <TextAreaField<Values> name="reason" maxLength={200} placeholder={t('例如：已转岗（选填）')} />
    </DrawerForm>
  )
}
