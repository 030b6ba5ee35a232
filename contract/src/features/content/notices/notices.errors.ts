import { defineErrors } from '../../../kernel/errors.ts'

export const { block: noticesBlock, errors: noticesErrors } = defineErrors(
  { from: 5010, to: 5039 },
  {
    published: { code: 5001, msg: '已发布内容不可删除，请先撤回' },
    alreadyIssued: { code: 5010, msg: '该内容已发布或已定时，无需重复发布' },
    notIssued: { code: 5011, msg: '该内容未发布，无需撤回' },
    periodReversed: { code: 5012, msg: '失效时间须晚于发布时间和当前时间' },
    noSuchTarget: { code: 5013, msg: '部分发送对象不存在或不属于本公司，请重新选择' },
    platformOnly: { code: 5014, msg: '仅平台可以选择公司作为发送对象' },
    portalAck: { code: 5015, msg: '发送至门户的内容无法要求确认' },
    notToConfirm: { code: 5016, msg: '该内容无需确认' },
    notPublished: { code: 5017, msg: '该内容未发布，无法提醒' },
    tooManyFiles: { code: 5019, msg: '每则公告最多 20 个附件' },
    notApproved: { code: 5020, msg: '该内容须经他人审核通过后才能发布，请先提交审核' },
    approvedByWriter: { code: 5021, msg: '不能审核本人编写或提交的内容，请由其他人员审核' },
    notSubmitted: { code: 5022, msg: '该内容不在待审核状态，可能已被他人处理，请刷新后查看' },
    alreadySubmitted: { code: 5023, msg: '该内容已提交审核或已审核通过，无需重复提交' },
    approvalNotNeeded: { code: 5024, msg: '本公司的公告无需审核，可直接发布' },
    issuedLocked: { code: 5025, msg: '本公司的公告须经审核，请先撤回，修改后重新提交审核' },
    notScheduled: { code: 5026, msg: '该内容未发布，请在发布时设置时间' },
    remindedLately: { code: 5018, msg: '一小时内已提醒过，请稍后再试' },
    outdatedText: { code: 5030, msg: '内容已更新，请重新阅读' },
    portalMessages: { code: 5031, msg: '发送至门户的内容不支持短信、邮件通知和提醒' },
    unknownLanguage: { code: 5033, msg: '暂不支持该语言' },
    noChannel: { code: 5032, msg: '该内容无需确认，请选择提醒方式' },
  },
)
