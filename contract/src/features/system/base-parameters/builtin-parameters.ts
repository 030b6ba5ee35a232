import type { ParameterKind } from './parameter-value.ts'

type BuiltinDefinition = {
  readonly code: string
  readonly name: string
  readonly kind: ParameterKind
  readonly value: string | number | boolean | null
  readonly options?: readonly string[]
  /** Smallest and largest valid number. */
  readonly between?: readonly [number, number]
  readonly desc: string
}

/** Parameters the product itself reads. Seeded, typed, and not deletable. */
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
    desc: '与上传后返回的相对路径拼接为完整地址',
  },
  {
    code: 'captcha',
    name: '登录验证码',
    kind: 'enum',
    value: 'risk',
    options: ['always', 'risk', 'off'],
    desc: 'always 每次需要，risk 失败后需要，off 关闭',
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
    code: 'login.sms',
    name: '短信登录',
    kind: 'bool',
    value: true,
    desc: '允许用手机号和短信验证码登录',
  },
  {
    code: 'login.passkey',
    name: '通行密钥登录',
    kind: 'bool',
    value: true,
    desc: '允许用通行密钥登录，需要通过 https 或 localhost 访问',
  },
  {
    code: 'login.trustDays',
    name: '信任浏览器的天数',
    kind: 'number',
    value: 30,
    between: [0, 365],
    desc: '勾选信任后，该天数内免二次验证，0 表示每次都需验证',
  },
  {
    code: 'register.mode',
    name: '注册方式',
    kind: 'enum',
    value: 'closed',
    options: ['closed', 'invite', 'apply', 'open'],
    desc: 'closed 不开放，invite 凭邀请码，apply 申请后审核，open 直接开通',
  },
  {
    code: 'limits.companyPerSecond',
    name: '每家公司每秒的请求数',
    kind: 'number',
    value: 200,
    between: [1, 100_000],
    desc: '各节点分别计算；超出的请求排队等候，超过一秒则拒绝，不影响其他公司',
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
    desc: '超过该时长无操作须重新登录',
  },
  {
    code: 'session.absoluteMinutes',
    name: '会话最长时限（分钟）',
    kind: 'number',
    value: 1440,
    between: [10, 10080],
    desc: '无论是否操作，到时须重新登录',
  },
  {
    code: 'session.unbound',
    name: '允许不使用 Cookie 的会话',
    kind: 'bool',
    value: false,
    desc: '供无法保存 Cookie 的程序使用，对平台管理员不生效',
  },
  {
    code: 'sms.provider',
    name: '短信服务商',
    kind: 'enum',
    value: 'outbox',
    options: ['outbox', 'aliyun', 'tencent'],
    desc: 'outbox 仅写入本机发件箱（开发用），aliyun 阿里云，tencent 腾讯云',
  },
  {
    code: 'sms.accessKeyId',
    name: '短信密钥编号',
    kind: 'string',
    value: '',
    desc: '阿里云 AccessKey ID 或腾讯云 SecretId',
  },
  {
    code: 'sms.accessKeySecret',
    name: '短信密钥',
    kind: 'secret',
    value: null,
    desc: '阿里云 AccessKey Secret 或腾讯云 SecretKey',
  },
  { code: 'sms.signName', name: '短信签名', kind: 'string', value: '', desc: '在服务商处审核通过的签名' },
  { code: 'sms.sdkAppId', name: '短信应用编号', kind: 'string', value: '', desc: '腾讯云的 SdkAppId，阿里云留空' },
  {
    code: 'sms.region',
    name: '短信地域',
    kind: 'string',
    value: '',
    desc: '留空则阿里云用 cn-hangzhou，腾讯云用 ap-guangzhou',
  },
  {
    code: 'sms.endpoint',
    name: '短信接口地址',
    kind: 'string',
    value: '',
    desc: '留空则用服务商的公网地址；经代理访问时填写',
  },
  {
    code: 'mail.provider',
    name: '邮件发送方式',
    kind: 'enum',
    value: 'outbox',
    options: ['outbox', 'smtp'],
    desc: 'outbox 仅写入本机发件箱（开发用），smtp 邮件服务器',
  },
  { code: 'mail.host', name: '邮件服务器', kind: 'string', value: '', desc: 'SMTP 主机名' },
  { code: 'mail.port', name: '邮件服务器端口', kind: 'number', value: 465, between: [1, 65535], desc: 'SMTP 端口' },
  { code: 'mail.secure', name: '邮件连接加密', kind: 'bool', value: true, desc: '连接即加密（465）；否则用 STARTTLS' },
  { code: 'mail.user', name: '邮件账号', kind: 'string', value: '', desc: 'SMTP 登录账号，留空则不登录' },
  { code: 'mail.password', name: '邮件密码', kind: 'secret', value: null, desc: 'SMTP 登录密码或授权码' },
  { code: 'mail.from', name: '发件人', kind: 'string', value: '', desc: '例如 Atrium <noreply@example.com>' },
  {
    code: 'message.companyDaily',
    name: '每家公司每日发送上限',
    kind: 'number',
    value: 1000,
    between: [1, 1_000_000],
    desc: '短信和邮件合计，超过后当天不再发送',
  },
  {
    code: 'message.globalDaily',
    name: '平台每日发送上限',
    kind: 'number',
    value: 10_000,
    between: [1, 10_000_000],
    desc: '短信和邮件合计，防止被刷',
  },
] as const satisfies readonly BuiltinDefinition[]

type BuiltinParameter = (typeof builtinParameters)[number]
export type BuiltinCode = BuiltinParameter['code']
type PlainParameter = Exclude<BuiltinParameter, { kind: 'secret' }>
export type SecretCode = Extract<BuiltinParameter, { kind: 'secret' }>['code']
type Widened<V> = V extends string ? string : V extends number ? number : boolean
/** Value types of the built-in parameters. Secrets are read one at a time. */
export type BuiltinValues = { [C in PlainParameter['code']]: Widened<Extract<BuiltinParameter, { code: C }>['value']> }

const byCode = new Map<string, BuiltinDefinition>(builtinParameters.map((each) => [each.code, each]))

/** Problem with the value of a built-in parameter, as a sentence for the form; undefined if valid or not built in. */
export const problemWithBuiltin = (code: string, value: unknown): string | undefined => {
  const between = byCode.get(code)?.between
  if (!between || typeof value !== 'number') return undefined
  const [min, max] = between
  return Number.isInteger(value) && value >= min && value <= max ? undefined : `请输入 ${min} 到 ${max} 之间的整数`
}
