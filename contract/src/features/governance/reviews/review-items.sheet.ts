import { defineSheet } from '../../../kernel/sheet.ts'
import { answerNames, outcomeNames } from './review-words.ts'

/** Items of reviews in sheets. */
export const reviewItemSheet = defineSheet({
  entity: 'review',
  title: '复核明细',
  fields: {
    account: { title: '账号', kind: 'text' },
    name: { title: '姓名', kind: 'text' },
    orgName: { title: '主组织', kind: 'text', width: 24 },
    roleName: { title: '角色', kind: 'text', width: 24 },
    grantTime: { title: '授予时间', kind: 'datetime' },
    grantBy: { title: '授予人', kind: 'text' },
    expireTime: { title: '到期时间', kind: 'datetime' },
    lastTime: { title: '最近登录', kind: 'datetime' },
    reviewer: { title: '复核人', kind: 'text' },
    answer: { title: '复核意见', kind: 'choice', choices: { ...answerNames, none: '未处理' } },
    reason: { title: '原因', kind: 'text', width: 32 },
    answerTime: { title: '处理时间', kind: 'datetime' },
    outcome: { title: '结果', kind: 'choice', choices: outcomeNames },
    refusal: { title: '未收回的原因', kind: 'text', width: 32 },
  },
})
