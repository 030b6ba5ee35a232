import { defineErrors } from '../../../kernel/errors.ts'

export const { block: commentsBlock, errors: commentsErrors } = defineErrors(
  { from: 8400, to: 8449 },
  {
    ofOthers: { code: 8400, msg: '只能修改或删除自己的评论' },
    gone: { code: 8401, msg: '该评论已删除' },
    foreignFile: { code: 8402, msg: '附件不存在或已用于其他内容，请重新上传' },
    noSuchPerson: { code: 8403, msg: '提及的人员不存在，请重新选择' },
  },
)
