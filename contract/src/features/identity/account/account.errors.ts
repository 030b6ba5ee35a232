import { defineErrors } from '../../../kernel/errors.ts'

export const { block: accountBlock, errors: accountErrors } = defineErrors(
  { from: 8000, to: 8099 },
  {
    /** Text and punctuation are prescribed by the specification. */
    imageTooLarge: { code: 8002, msg: '头像图片不能超过 2 MB' },
    notAnImage: { code: 8001, msg: '上传头像图片只能是 JPG或PNG 格式!' },
  },
)
