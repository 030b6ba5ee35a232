import {
  type ReviewerRow,
  type reviewHandover,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type * as z from 'zod/mini'
import { SearchSelectField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { findSuccessors } from '../../people/users/public/find-people.ts'
import './reviews.css'

const { handOver, reviewers, items } = reviewsContract
type Values = z.output<typeof reviewHandover>
type HandoverFormProps = { reviewId: string; reviewer: ReviewerRow; onClosed: () => void }

/** Hands a reviewer's unanswered items over to another user. */
export const HandoverForm = ({ reviewId, reviewer, onClosed }: HandoverFormProps) => {
  return (
    <WriteForm
      title={`移交${reviewer.name}未处理的 ${reviewer.items - reviewer.answered} 项`}
      act="移交"
      endpoint={handOver}
      params={{ id: reviewId, userId: reviewer.id }}
      labels={{ handoverTo: '移交给' }}
      initial={{ handoverTo: '' }}
      invalidates={[reviewers, items]}
      onClosed={onClosed}
    >
      <p className="review-note">
        已处理的保持不变，接手人会收到通知。复核人不能复核本人的角色：接手人本人的角色由发起人复核，发起人也不能复核时不移交。
      </p>
      <SearchSelectField<Values> name="handoverTo" find={findSuccessors(reviewer)} placeholder="输入账号、姓名查找" />
    </WriteForm>
  )
}
