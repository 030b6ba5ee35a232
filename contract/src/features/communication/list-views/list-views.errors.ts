import { defineErrors } from '../../../kernel/errors.ts'
import { t } from '../../../kernel/texts.ts'
import { maxViews } from './max-views.ts'

export const { block: listViewsBlock, errors: listViewsErrors } = defineErrors(
  { from: 4100, to: 4149 },
  {
    noSuchList: { code: 4100, msg: '该列表不存在' },
    nameTaken: { code: 4101, msg: '已有同名的视图，请换一个名称' },
    tooMany: {
      code: 4102,
      get msg() {
        return t('每个列表最多保存 {maxViews} 个视图，请先删除不用的视图', { maxViews })
      },
    },
  },
)
