import { defineErrors } from '../../../kernel/errors.ts'
import { t } from '../../../kernel/texts.ts'
import { maxPins } from './max-pins.ts'

export const { block: visitsBlock, errors: visitsErrors } = defineErrors(
  { from: 3150, to: 3199 },
  {
    /** The company requires approval: the request was saved and waits for an administrator (111). */
    askedFirst: { code: 111, msg: '该公司要求访问前先经同意，申请已提交，请等待公司管理员处理' },
    notVisiting: { code: 3150, msg: '当前未访问其他公司' },
    noSuchOrganization: { code: 3151, msg: '所选组织不存在或已停用' },
    beyondAllowance: { code: 3152, msg: '超出公司管理员同意的范围，请按同意的组织和方式访问' },
    decided: { code: 3153, msg: '该申请已处理' },
    /** The message names the reason: locked, suspended or expired. */
    closed: { code: 3155, msg: '该公司当前无法进入' },
    mustAsk: { code: 3156, msg: '该公司要求访问前先经同意，请填写原因并提交申请' },
    tooManyPins: {
      code: 3157,
      get msg() {
        return t('最多固定 {maxPins} 家公司，请先取消固定不常用的公司', { maxPins })
      },
    },
    /** Visitors decide on no requests, so that they cannot admit themselves. */
    guestDecides: { code: 3154, msg: '访问其他公司时不能处理访问申请' },
  },
)
