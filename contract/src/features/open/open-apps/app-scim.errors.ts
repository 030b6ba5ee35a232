import { defineErrors } from '../../../kernel/errors.ts'

export const { block: appScimBlock, errors: appScimErrors } = defineErrors(
  { from: 6400, to: 6449 },
  {
    noSuchOrganization: { code: 6400, msg: '所选组织不存在' },
    tooManyTokens: { code: 6401, msg: '最多同时有 2 个有效令牌，请先停用不用的令牌' },
    tokenEnded: { code: 6402, msg: '令牌已停用或已到期' },
    noOverlap: { code: 6403, msg: '没有可替换的有效令牌' },
  },
)
