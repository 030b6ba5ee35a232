import type { ReviewItem } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { reviewItemSheet } from '@atrium/contract/features/governance/reviews/review-items.sheet.ts'
import { answerNames, outcomeNames } from '@atrium/contract/features/governance/reviews/review-words.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export const reviewItemSource = defineSource<ReviewItem, (typeof reviewItemSheet)['fields']>({
  sheet: reviewItemSheet,
  exports: reviewsContract.exportItems,
  cells: {
    account: ({ account }) => account,
    name: ({ name }) => name,
    orgName: ({ orgName }) => orgName,
    roleName: ({ roleName }) => roleName,
    grantTime: ({ grantTime }, clock) => clock(grantTime),
    grantBy: ({ grantBy }) => grantBy?.name ?? '',
    expireTime: ({ expireTime }, clock) => clock(expireTime),
    lastTime: ({ lastTime }, clock) => clock(lastTime),
    reviewer: ({ reviewer }) => reviewer?.name ?? '',
    answer: ({ answer }) => (answer === null ? t('未处理') : answerNames[answer]),
    reason: ({ reason }) => reason,
    answerTime: ({ answerTime }, clock) => clock(answerTime),
    outcome: ({ outcome }) => (outcome === null ? '' : outcomeNames[outcome]),
    refusal: ({ refusal }) => refusal,
  },
})
