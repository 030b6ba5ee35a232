import {
  type ReviewItem,
  reviewAnswers,
  reviewOutcomes,
} from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { answerNames, outcomeNames } from '@atrium/contract/features/governance/reviews/review-words.ts'
import {
  type ReviewRow,
  type ReviewStartImpact,
  type ReviewState,
  repeatIntervals,
  reviewStates,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'

export const answerTones = { keep: 'good', remove: 'warn' } as const
export const answerOptions = [
  { value: 'none', label: t('未处理') },
  ...reviewAnswers.map((answer) => ({ value: answer, label: t(answerNames[answer]) })),
]

export const outcomeTones = { removed: 'good', gone: 'plain', refused: 'warn' } as const
export const outcomeOptions = reviewOutcomes.map((outcome) => ({ value: outcome, label: t(outcomeNames[outcome]) }))

export const stateNames: Record<ReviewState, string> = {
  open: t('进行中'),
  applying: t('正在收回'),
  closed: t('已结束'),
  cancelled: t('已取消'),
}
export const stateTones = { open: 'accent', applying: 'warn', closed: 'good', cancelled: 'plain' } as const
export const stateOptions = reviewStates.map((state) => ({ value: state, label: stateNames[state] }))

const repeatNames: Record<ReviewRow['repeatMonths'], string> = {
  0: t('不重复'),
  1: t('每月'),
  3: t('每季度'),
  6: t('每半年'),
  12: t('每年'),
}
export const repeatOptions = repeatIntervals.map((months) => ({ value: months, label: repeatNames[months] }))
export const repeatHelp = t('自本次发起时起算，到期且本次已结束时，自动发起下一次，范围、时长和约定不变')
/** Repetition of a review; empty if there is none or the next one has started. */
export const repeatText = ({ repeatMonths }: ReviewRow): string => (repeatMonths === 0 ? '' : repeatNames[repeatMonths])
/** When the next review starts. */
export const nextText = ({ state, nextTime, dueTime }: ReviewRow): string => {
  if (!nextTime) return ''
  return state !== 'closed' && Date.parse(nextTime) < Date.parse(dueTime) ? t('本次结束后') : formatMoment(nextTime)
}
/** Coverage of a review. */
export const coverageText = ({ coverage, chosen }: Pick<ReviewRow, 'coverage' | 'chosen'>): string => {
  if (coverage === 'all') return t('全部角色授予')
  return coverage === 'roles'
    ? t('角色：{names}', { names: listText(chosen) })
    : t('组织：{names}', { names: listText(chosen) })
}
/** Further consequences of starting a review. */
export const startLines = ({ own, left }: ReviewStartImpact): string[] => [
  ...(own > 0 ? [t('其中 {own} 项由您复核。', { own })] : []),
  ...(left > 0 ? [t('您本人的 {left} 项角色无其他人可复核，不列入。', { left })] : []),
  t('确认后立即通知复核人。'),
]
export const itemName = ({ name, account, roleName }: ReviewItem): string =>
  t('{name}（{account}）的角色“{roleName}”', { name, account, roleName })
