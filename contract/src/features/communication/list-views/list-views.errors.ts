import { defineErrors } from '../../../kernel/errors.ts'
import { t } from '../../../kernel/texts.ts'
import { maxNotifying, maxViews } from './max-views.ts'

export const { block: listViewsBlock, errors: listViewsErrors } = defineErrors(
  { from: 4100, to: 4149 },
  {
    noSuchList: { code: 4100, msg: '该列表不存在' },
    nameTaken: { code: 4101, msg: '已有同名的视图，请换一个名称' },
    unused: { code: 4103, msg: '30 天未登录，已停止提醒' },
    notWatchable: { code: 4105, msg: '该列表不支持新数据提醒' },
    tooManyNotifying: {
      code: 4104,
      get msg() {
        return t('最多为 {maxNotifying} 个视图开启提醒，请先关闭不用的', { maxNotifying })
      },
    },
    tooMany: {
      code: 4102,
      get msg() {
        return t('每个列表最多保存 {maxViews} 个视图，请先删除不用的视图', { maxViews })
      },
    },
  },
)
