import type { ParameterKind } from './parameter-value.ts'

type Builtin = {
  readonly code: string
  readonly name: string
  readonly kind: ParameterKind
  readonly value: string | number | boolean
  readonly options?: readonly string[]
  /** Smallest and largest number that makes sense. */
  readonly between?: readonly [number, number]
  readonly desc: string
}

/** The parameters the product itself reads. They are seeded, typed, and cannot be deleted. */
export const builtinParameters = [
  {
    code: 'system.title',
    name: '系统标题',
    kind: 'string',
    value: 'Atrium 管理控制台',
    desc: '显示在登录页、侧边栏和浏览器标题中',
  },
  { code: 'system.copyright', name: '版权信息', kind: 'string', value: '', desc: '显示在登录页底部，留空则不显示' },
  { code: 'system.icp', name: '备案号', kind: 'string', value: '', desc: '显示在登录页底部，留空则不显示' },
  {
    code: 'encrypt',
    name: '报文加密',
    kind: 'enum',
    value: '0',
    options: ['0', '1', '2'],
    desc: '0 不加密（由 TLS 保护），1 AES-ECB（仅为兼容旧客户端，不提供保护），2 AES-256-GCM',
  },
  {
    code: 'address',
    name: '上传文件地址前缀',
    kind: 'string',
    value: '/files/',
    desc: '上传后返回的相对路径前面加上它，就是完整地址',
  },
  {
    code: 'captcha',
    name: '登录验证码',
    kind: 'enum',
    value: 'risk',
    options: ['always', 'risk', 'off'],
    desc: 'always 每次都要，risk 失败后才要，off 关闭',
  },
  {
    code: 'login.maxFail',
    name: '密码错误次数上限',
    kind: 'number',
    value: 10,
    between: [3, 100],
    desc: '同一账号在同一地址 15 分钟内允许输错的次数',
  },
  {
    code: 'password.maxLen',
    name: '密码最大长度',
    kind: 'number',
    value: 20,
    between: [20, 30],
    desc: '可设为 20 到 30',
  },
  {
    code: 'session.accessMinutes',
    name: '访问令牌有效期（分钟）',
    kind: 'number',
    value: 10,
    between: [1, 60],
    desc: '到期后浏览器自动刷新',
  },
  {
    code: 'session.idleMinutes',
    name: '会话空闲时限（分钟）',
    kind: 'number',
    value: 480,
    between: [5, 1440],
    desc: '超过这么久没有操作就要重新登录',
  },
  {
    code: 'session.absoluteMinutes',
    name: '会话最长时限（分钟）',
    kind: 'number',
    value: 1440,
    between: [10, 10080],
    desc: '无论是否操作，到时都要重新登录',
  },
] as const satisfies readonly Builtin[]

type Known = (typeof builtinParameters)[number]
export type BuiltinCode = Known['code']
type Wide<V> = V extends string ? string : V extends number ? number : boolean
/** The value each built-in parameter is read as. */
export type BuiltinValues = { [C in BuiltinCode]: Wide<Extract<Known, { code: C }>['value']> }

const byCode = new Map<string, Builtin>(builtinParameters.map((each) => [each.code, each]))

/** Why a built-in parameter cannot take this value; undefined when it can, or when the code is not built in. */
export const problemWithBuiltin = (code: string, value: unknown): string | undefined => {
  const between = byCode.get(code)?.between
  if (!between || typeof value !== 'number') return undefined
  const [least, most] = between
  return Number.isInteger(value) && value >= least && value <= most
    ? undefined
    : `请输入 ${least} 到 ${most} 之间的整数`
}
