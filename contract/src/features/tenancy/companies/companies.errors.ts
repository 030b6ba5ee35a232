import { defineErrors } from '../../../kernel/errors.ts'

export const { block: companiesBlock, errors: companiesErrors } = defineErrors(
  { from: 3000, to: 3049 },
  {
    nameTaken: { code: 3001, msg: '公司名称已存在' },
    userLimit: { code: 3002, msg: '用户数超过套餐上限' },
    noAccess: { code: 3004, msg: '该公司未授权平台访问' },
    codeTaken: { code: 3006, msg: '公司编码已存在' },
    creditCodeTaken: { code: 3007, msg: '统一社会信用代码已被其他公司使用' },
    /** Companies are managed by the platform; users see their own only. */
    platformOnly: { code: 3008, msg: '只有平台公司可以管理公司和套餐' },
    noSuchParent: { code: 3009, msg: '上级公司不存在' },
    parentCycle: { code: 3010, msg: '上级公司不能是自身或其下级' },
    otherTenant: { code: 3011, msg: '上级公司只能在同一租户内调整' },
    noSuchPlan: { code: 3012, msg: '套餐不存在或已停用' },
    alreadyLocked: { code: 3013, msg: '该公司已被锁定' },
    notLocked: { code: 3014, msg: '该公司未被锁定' },
    noAdministrator: { code: 3015, msg: '该公司没有管理员，无法重置密码' },
    subsidiary: { code: 3016, msg: '子公司共用上级公司的租户，请在上级公司中设置' },
    timePast: { code: 3017, msg: '请选择将来的时间' },
    timesReversed: { code: 3018, msg: '到期时间必须晚于开始时间' },
    alreadySuspended: { code: 3019, msg: '该租户已暂停' },
    noUser: { code: 3021, msg: '该公司暂无用户，无法确定管理员' },
    notSuspended: { code: 3020, msg: '该租户未暂停' },
    hostTaken: { code: 3023, msg: '该域名已被其他租户使用' },
    hostListed: { code: 3024, msg: '该域名已添加' },
    tooManyDomains: { code: 3025, msg: '每个租户最多添加 10 个域名' },
    /** The message is replaced by one with the record's name. */
    notVerified: { code: 3026, msg: '未查到验证记录' },
    ownHost: { code: 3027, msg: '该域名为平台域名，不能用于租户' },
    wrongName: { code: 3028, msg: '与公司名称不一致' },
    closing: { code: 3029, msg: '该租户正在注销' },
    notClosing: { code: 3030, msg: '该租户未处于注销中' },
    storageLimit: { code: 3031, msg: '公司的存储空间已达上限，请联系公司管理员' },
    samePlan: { code: 3032, msg: '该公司已是所选套餐' },
    sameExpiry: { code: 3033, msg: '该公司的到期时间无需变更' },
    noSuchModule: { code: 3034, msg: '未安装该模块' },
    noSuchTemplate: { code: 3040, msg: '模板公司不存在' },
    templateTooLarge: { code: 3041, msg: '模板公司过大：最多 5000 个组织，岗位、角色和基础参数各最多 1000 个' },
    /** The message is replaced by one with the number of minutes. */
    beyondPlatform: { code: 3045, msg: '不能超过平台设定' },
    /** Prevents a lockout of the caller. The message is replaced by one with their address. */
    ownAddressOutside: { code: 3046, msg: '您当前的地址不在列表中' },
    noProvider: { code: 3047, msg: '请先新增并启用身份源，再开启“仅允许外部账号登录”' },
    unknownLanguage: { code: 3048, msg: '暂不支持该语言' },
    notALogo: { code: 3022, msg: '标志只能是 JPG 或 PNG 图片' },
  },
)
