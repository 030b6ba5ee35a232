import { defineErrors } from '../../../kernel/errors.ts'

export const { block: postsBlock, errors: postsErrors } = defineErrors(
  { from: 3111, to: 3113 },
  {
    nameTaken: { code: 3111, msg: '岗位名称已存在' },
    codeTaken: { code: 3112, msg: '岗位编码已存在' },
    inUse: { code: 3113, msg: '岗位使用中，不能删除' },
  },
)
