import { defineErrors } from '../../../kernel/errors.ts'
import { t } from '../../../kernel/texts.ts'
import { maxOpenReviews, maxReviewed } from './review-limits.ts'

export const { block: reviewsBlock, errors: reviewsErrors } = defineErrors(
  { from: 4150, to: 4199 },
  {
    over: { code: 4150, msg: '该复核已结束' },
    nothingCovered: { code: 4151, msg: '该范围内没有需要复核的角色，请调整范围' },
    beyondOwnRights: { code: 4152, msg: '范围内有您无权调整的角色或用户，请缩小范围' },
    noSuchChoice: { code: 4153, msg: '所选内容不存在或已被删除，请重新选择' },
    tooMany: {
      code: 4154,
      get msg() {
        return t('最多同时进行 {maxOpenReviews} 次复核，请等其中一次结束后再发起', { maxOpenReviews })
      },
    },
    nothingToHandOver: { code: 4156, msg: '没有可移交的内容：已全部处理，或仅剩接手人本人的角色' },
    beginnerUnable: { code: 4157, msg: '发起人已离开公司、无法登录或权限不足' },
    beyondScope: { code: 4158, msg: '该复核包含您数据范围外的用户，请联系发起人或数据范围更大的管理员处理' },
    tooWide: {
      code: 4155,
      get msg() {
        return t('范围内的角色授予超过 {maxReviewed} 万项，请按角色或组织分批复核', {
          maxReviewed: maxReviewed / 10_000,
        })
      },
    },
  },
)
