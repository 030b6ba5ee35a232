import { defineErrors } from '../../../kernel/errors.ts'

export const { block: identityProvidersBlock, errors: identityProvidersErrors } = defineErrors(
  { from: 6300, to: 6399 },
  {
    nameTaken: { code: 6300, msg: '已有同名的身份源' },
    issuerNeeded: { code: 6301, msg: '请输入身份源地址' },
    addressRefused: { code: 6302, msg: '地址为内网或保留地址，须由运维人员放行后使用' },
    httpRefused: { code: 6303, msg: '地址须以 https:// 开头' },
    addressFixed: { code: 6330, msg: '身份源的地址和应用标识不能修改，请新增身份源' },
    secretUnreadable: { code: 6329, msg: '身份源的密钥无法读取，请重新填写' },
    agentNeeded: { code: 6304, msg: '请输入企业微信应用的 AgentId' },
    tooManyProviders: { code: 6305, msg: '最多 20 个身份源，请先删除不用的' },
    emptyRule: { code: 6306, msg: '每条映射须选择角色或组织' },
    roleBeyondRights: { code: 6307, msg: '您不能授予映射中的部分角色，请更换' },
    noSuchOrganization: { code: 6308, msg: '映射中的部分组织不存在或不在您的数据范围内' },
    lastProvider: { code: 6309, msg: '公司已要求仅用身份源登录，请先在登录策略中关闭该要求' },
    openToAll: { code: 6310, msg: '该身份源不限定组织，不能自动创建账号' },
    providerGone: { code: 6320, msg: '该登录方式已停用，请返回选择其他方式' },
    attemptGone: { code: 6321, msg: '登录请求已失效，请重新登录' },
    refused: { code: 6322, msg: '外部身份验证未通过，请重试' },
    denied: { code: 6323, msg: '您已取消授权，未登录' },
    unreachable: { code: 6324, msg: '暂时无法连接身份源，请稍后再试' },
    notMember: { code: 6325, msg: '您不是该身份源所属组织的成员' },
    linkedElsewhere: { code: 6326, msg: '该外部身份已关联其他账号' },
    otherCompany: { code: 6327, msg: '该身份源仅供所属公司的用户使用' },
    linkedAlready: { code: 6328, msg: '您的账号已关联该身份源，请先解除' },
  },
)
