import {
  type ReviewerRow,
  type reviewHandover,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type * as z from 'zod/mini'
import { SearchSelectField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { findSuccessors } from '../../people/users/public/find-people.ts'
import './reviews.css'

const { handOver, reviewers, items } = reviewsContract
type Values = z.output<typeof reviewHandover>
type HandoverFormProps = { reviewId: string; reviewer: ReviewerRow; onClosed: () => void }

/** Hands a reviewer's unanswered items over to another user. */
export const HandoverForm = ({ reviewId, reviewer, onClosed }: HandoverFormProps) => {
  return (
    <WriteForm
      title={t('移交{name}未处理的 {items} 项', { name: reviewer.name, items: reviewer.items - reviewer.answered })}
      act={t('移交')}
      endpoint={handOver}
      params={{ id: reviewId, userId: reviewer.id }}
      labels={{ handoverTo: t('移交给') }}
      initial={{ handoverTo: '' }}
      invalidates={[reviewers, items]}
      onClosed={onClosed}
    >
      <p className="review-note">
        {t(
          '已处理的保持不变，接手人会收到通知。复核人不能复核本人的角色：接手人本人的角色由发起人复核，发起人也不能复核时不移交。',
        )}
      </p>
      <SearchSelectField<Values>
        name="handoverTo"
        find={findSuccessors(reviewer)}
        placeholder={t('输入账号、姓名查找')}
      />
    </WriteForm>
  )
}
