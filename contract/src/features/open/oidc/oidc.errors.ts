import { defineErrors } from '../../../kernel/errors.ts'

export const { block: oidcBlock, errors: oidcErrors } = defineErrors(
  { from: 6200, to: 6299 },
  {
    noRedirect: { code: 6200, msg: '请至少填写一个回调地址' },
    refreshNeedsCode: { code: 6201, msg: '刷新令牌须与授权码或设备码一起启用' },
    credentialsNeedServer: { code: 6202, msg: '客户端凭证仅适用于服务端应用' },
    schemeNeedsNative: { code: 6203, msg: '自定义协议的地址仅适用于客户端应用' },
    httpNeedsDevice: { code: 6204, msg: '客户端应用的本机地址须使用 http，其他地址须使用 https' },
    logoutNeedsTls: { code: 6205, msg: '退出通知地址须使用 https' },
    logoutRefused: { code: 6206, msg: '退出通知地址为内网或保留地址' },
    keyPending: { code: 6210, msg: '已有新密钥即将启用，请在其启用后再轮换' },
    requestGone: { code: 6230, msg: '登录请求已失效，请回到应用重新登录' },
    signInAgain: { code: 6231, msg: '该应用要求重新登录，请先退出再登录' },
    noSuchField: { code: 6207, msg: '声明所用的自定义字段不存在、已停用，或您无权查看' },
    badToken: { code: 6233, msg: '访问令牌无效或已失效' },
    otherCompany: { code: 6232, msg: '该应用仅供所属公司的用户登录' },
    otherTenant: { code: 6235, msg: '该地址仅供所属租户的用户登录，请从平台的地址登录' },
    notShown: { code: 6234, msg: '该应用未向您开放，请联系应用的提供方' },
  },
)
