import { defineErrors } from '../../../kernel/errors.ts'
import { messages } from '../../../kernel/fields.ts'

export const { block: accountBlock, errors: accountErrors } = defineErrors(
  { from: 8000, to: 8099 },
  {
    imageTooLarge: { code: 8002, msg: '头像图片不能超过 2 MB' },
    unknownLanguage: { code: 8003, msg: '暂不支持该语言' },
    notAnImage: { code: 8001, msg: messages.picture },
  },
)
