import { defineErrors } from '../../../kernel/errors.ts'

export const { block: termsBlock, errors: termsErrors } = defineErrors(
  { from: 2150, to: 2199 },
  {
    /** The expiry was changed or removed since it was read. */
    changed: { code: 2150, msg: '期限已变更，请刷新后重试' },
    notLater: { code: 2151, msg: '新的到期时间须晚于原到期时间' },
  },
)
