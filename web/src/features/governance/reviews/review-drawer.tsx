import { answerNames } from '@atrium/contract/features/governance/reviews/review-words.ts'
import type { ReviewRow } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { useState } from 'react'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { ReviewItems } from './review-items.tsx'
import { ReviewProgress } from './review-progress.tsx'
import { ReviewReviewers } from './review-reviewers.tsx'
import { coverageText, nextText, repeatText, stateNames, stateTones } from './review-words.ts'

const tabs = [
  { key: 'facts', text: t('概况') },
  { key: 'reviewers', text: t('复核人') },
  { key: 'items', text: t('明细', { context: 'plural' }) },
] as const
type TabKey = (typeof tabs)[number]['key']

const ReviewFacts = ({ row }: { row: ReviewRow }) => (
  <Facts
    facts={{
      状态: <Tag tone={stateTones[row.state]}>{stateNames[row.state]}</Tag>,
      进度: <ReviewProgress row={row} />,
      复核范围: coverageText(row),
      截止时间: <Time at={row.dueTime} />,
      逾期未处理: row.unanswered === 'remove' ? t('自动收回') : t(answerNames[row.unanswered]),
      重复: repeatText(row),
      下次开始: nextText(row),
      停止重复的原因: row.stopped,
      发起人: row.createBy.name,
      发起时间: <Time at={row.createTime} />,
      结束方式: row.closeTime && (row.closeBy ? t('由{name}结束', { name: row.closeBy.name }) : t('到期自动结束')),
      结束时间: row.closeTime && <Time at={row.closeTime} />,
    }}
  />
)

/** One review: progress, reviewers and items. */
export const ReviewDrawer = ({ row, onClosed }: RowDrawerProps<ReviewRow>) => {
  const [open, setOpen] = useState(true)
  const [tab, setTab] = useState<TabKey>('facts')
  const [reviewer, setReviewer] = useState<{ id: string; name: string }>()
  const showItems = (chosen: { id: string; name: string }) => {
    setReviewer(chosen)
    setTab('items')
  }
  return (
    <Drawer title={row.name} width={720} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <PlainTabs label={t('权限复核')} tabs={tabs} active={tab} onSelect={setTab}>
        {tab === 'facts' && <ReviewFacts row={row} />}
        {tab === 'reviewers' && <ReviewReviewers review={row} onShowItems={showItems} />}
        {tab === 'items' && (
          <ReviewItems
            id={row.id}
            name={row.name}
            reviewer={reviewer}
            onShowAllReviewers={() => setReviewer(undefined)}
          />
        )}
      </PlainTabs>
    </Drawer>
  )
}
