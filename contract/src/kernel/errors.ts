import { forbidden, otherCompany, sessionInvalid } from './console-errors.ts'

export type ErrorSpec = { readonly code: number; readonly msg: string }
export type ErrorBlock = { readonly from: number; readonly to: number }

/** Defines a feature's errors. The architecture tests check that every code is in the block. */
export const defineErrors = <const E extends Record<string, ErrorSpec>>(block: ErrorBlock, errors: E) =>
  ({ block, errors }) as const

/** Errors of the kernel. */
export const kernelErrors = {
  sessionInvalid,
  forbidden,
  otherCompany,
  tokenExpired: { code: 100, msg: '登录状态需要刷新' },
  /** Of a row that a bulk operation need not change. */
  unchanged: { code: 304, msg: '没有变化' },
  confirmFirst: { code: 111, msg: '请确认影响后再提交' },
  noDryRun: { code: 400, msg: '该操作不支持预览' },
  invalid: { code: 400, msg: '输入内容有误，请检查后重试' },
  signInFirst: { code: 401, msg: '未授权，请登录' },
  notFound: { code: 404, msg: '数据不存在或已被删除' },
  outOfScope: { code: 404, msg: '数据不存在，或不在您的数据范围内' },
  noSuchRoute: { code: 404, msg: '请求地址出错' },
  wrongMethod: { code: 405, msg: '该地址不支持此请求方法' },
  versionConflict: { code: 409, msg: '数据已被他人修改，请核对后再保存' },
  badKey: { code: 400, msg: '请求标识格式有误，应为 8 至 64 位字母、数字、下划线或连字符' },
  keyReused: { code: 409, msg: '同一请求标识提交了不同内容，请刷新后重试' },
  tooSlow: { code: 408, msg: '请求超时，请重试' },
  tooLarge: { code: 413, msg: '提交的内容过大' },
  badMediaType: { code: 415, msg: '不支持的内容类型' },
  refusedByModule: { code: 422, msg: '已被模块拒绝' },
  readOnly: { code: 423, msg: '当前只能查看，不能修改' },
  viewOnly: { code: 423, msg: '正在以查看模式访问该公司，不能修改' },
  closedToGuests: { code: 423, msg: '正在访问其他公司，该功能不可用，请先退出访问' },
  ofPrincipal: { code: 423, msg: '您使用其他公司的账号登录，请在账号所属公司管理账号安全' },
  headersTooLarge: { code: 431, msg: '请求头过大' },
  tooOften: { code: 429, msg: '操作过于频繁，请稍后再试' },
  companyTooOften: { code: 429, msg: '贵公司的请求过于频繁，请稍后再试' },
  tooDeep: { code: 416, msg: '仅可查看前 10000 条，请搜索以缩小范围' },
  badCipher: { code: 400, msg: '请求内容无法解密，请刷新页面后重试' },
  failed: { code: 500, msg: '服务器内部错误' },
  noEvents: { code: 503, msg: '当前节点不提供实时更新，请稍后重试' },
  busy: { code: 503, msg: '服务繁忙，请稍后再试' },
} as const satisfies Record<string, ErrorSpec>
