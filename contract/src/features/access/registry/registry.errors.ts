import { defineErrors } from '../../../kernel/errors.ts'

export const { block: registryBlock, errors: registryErrors } = defineErrors(
  { from: 2200, to: 2299 },
  {
    platformOnly: { code: 2202, msg: '只有平台公司可以管理模块、权限点和接口' },
    notBindable: { code: 2203, msg: '只有需要授权的接口才能绑定权限点' },
    notBound: { code: 2204, msg: '该接口未绑定此权限点' },
    moduleTaken: { code: 2205, msg: '模块编码已存在' },
    operationTaken: { code: 2206, msg: '该模块已存在此操作' },
    addressTaken: { code: 2207, msg: '该请求方法和接口地址已登记' },
    /** The code declares it again at every start. */
    declaredRemoval: { code: 2208, msg: '内置内容不能删除，仅可修改名称、排序和描述' },
    declaredFixed: { code: 2209, msg: '由产品代码设定，不能修改' },
    moduleInUse: { code: 2210, msg: '模块下还有权限点或接口，请先移走或删除' },
    noModule: { code: 2211, msg: '模块不存在或已被删除' },
    stillBound: { code: 2212, msg: '接口已绑定权限点，请先解除绑定再修改调用条件' },
    /** The console does not serve it, so calls do not pass its admission. */
    notServed: { code: 2213, msg: '业务系统的接口不经过控制台，不能观察或限制频率' },
    neverObserved: { code: 2214, msg: '无需授权的接口和平台级接口不能观察' },
    neverLimited: { code: 2217, msg: '无需登录的接口不能按用户限制频率' },
    neverProved: { code: 2218, msg: '无需登录的接口、查看本人信息的接口和验证身份、退出访问的接口不能要求验证身份' },
    neverRecorded: { code: 2219, msg: '只有登录后的查询接口可以设置审计，其他接口按产品代码的声明记录' },
    auditWeaker: { code: 2220, msg: '不能低于产品代码声明的审计方式' },
    unboundUnobserved: { code: 2215, msg: '接口未绑定权限点，始终拒绝访问，不能观察' },
    restrictionTaken: { code: 2222, msg: '已有权限点以相同方式限制该字段' },
    /** Without it, all users granted the menus would see them. */
    neededByMenus: { code: 2221, msg: '有菜单需要该权限点，请先在菜单管理中移除' },
    riskUnobserved: { code: 2216, msg: '接口绑定了高风险权限点，不能观察' },
  },
)
