import {
  type OwnReview,
  ownReviewsContract,
} from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { OwnReviewItems } from './own-review-items.tsx'
import './reviews.css'

const Head = ({ review: { name, dueTime, unanswered, items, answered } }: { review: OwnReview }) => (
  <header className="own-review-head">
    <div>
      <h2>{name}</h2>
      <p className="review-note">
        {unanswered === 'keep'
          ? rich('请在 {dueTime} 前处理，逾期未处理的将保留。结束前可以修改。', { dueTime: <Time at={dueTime} /> })
          : rich('请在 {dueTime} 前处理，逾期未处理的将收回。结束前可以修改。', { dueTime: <Time at={dueTime} /> })}
      </p>
    </div>
    <div className="own-review-progress">
      <span role="status">{t('已处理 {answered} / {items}', { answered, items })}</span>
      <ProgressBar label={t('已处理')} done={answered} all={items} />
    </div>
  </header>
)

/** Reviews assigned to the current user, one answer per role assignment. */
export const OwnReviewsPage = () => {
  const read = useRead(ownReviewsContract.ownReviews, {})
  const [chosen, choose] = useState<string>()
  return (
    <section className="list-page own-review">
      <ReadState read={read}>
        {(reviews) => {
          const review = reviews.find(({ id }) => id === chosen) ?? reviews[0]
          if (!review)
            return <Empty title={t('暂无待您复核的内容')} hint={t('管理员发起权限复核后，在此复核您负责的成员。')} />
          const tabs = reviews.map(({ id, name, items, answered }) => ({
            key: id,
            text: notedText(name, items - answered),
          }))
          return (
            <PlainTabs label={t('权限复核')} tabs={tabs} active={review.id} onSelect={choose}>
              <Head review={review} />
              <OwnReviewItems key={review.id} review={review} />
            </PlainTabs>
          )
        }}
      </ReadState>
    </section>
  )
}
