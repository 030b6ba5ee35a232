import { defineErrors } from '../../../kernel/errors.ts'

export const { block: portalAppsBlock, errors: portalAppsErrors } = defineErrors(
  { from: 6130, to: 6159 },
  {
    addressMissing: { code: 6130, msg: '请填写入口地址' },
    noTargets: { code: 6131, msg: '请选择可见的组织或角色' },
    noSuchTarget: { code: 6132, msg: '所选的组织或角色不存在' },
    /** Only the operator's applications are shown beyond their company. */
    ownCompanyOnly: { code: 6133, msg: '仅平台的应用可向其他公司或门户用户展示' },
    notOpenable: { code: 6134, msg: '该应用未设置入口，无法打开' },
    scopesDiffer: { code: 6135, msg: '该应用需要的信息已变更，请重新确认授权' },
    tooManyFavorites: { code: 6136, msg: '最多收藏 100 个' },
    /** Expired, used, unknown or issued for another application. */
    wrongTicket: { code: 6137, msg: '票据无效或已过期' },
  },
)
