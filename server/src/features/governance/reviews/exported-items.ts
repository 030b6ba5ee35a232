import type { ReviewItem } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { answerNames, outcomeNames } from '@atrium/contract/features/governance/reviews/review-words.ts'
import type { Columns } from '../../../kernel/list-export.ts'

export const itemColumns: Columns<ReviewItem> = {
  账号: ({ account }) => account,
  姓名: ({ name }) => name,
  主组织: ({ orgName }) => orgName,
  角色: ({ roleName }) => roleName,
  授予时间: ({ grantTime }, clock) => clock(grantTime),
  授予人: ({ grantBy }) => grantBy?.name ?? '',
  到期时间: ({ expireTime }, clock) => clock(expireTime),
  最近登录: ({ lastTime }, clock) => clock(lastTime),
  复核人: ({ reviewer }) => reviewer?.name ?? '',
  复核意见: ({ answer }) => (answer === null ? '未处理' : answerNames[answer]),
  原因: ({ reason }) => reason,
  处理时间: ({ answerTime }, clock) => clock(answerTime),
  结果: ({ outcome }) => (outcome === null ? '' : outcomeNames[outcome]),
  未收回的原因: ({ refusal }) => refusal,
}
