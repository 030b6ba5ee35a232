import type { ParameterTopic } from './parameter-topics.ts'
import type { ParameterKind } from './parameter-value.ts'

export type BuiltinDefinition = {
  readonly code: string
  readonly topic: ParameterTopic
  readonly name: string
  readonly kind: ParameterKind
  /** The default. */
  readonly value: string | number | boolean | null
  /** Options of an enumeration with their labels. */
  readonly labels?: Readonly<Record<string, string>>
  /** Smallest and largest valid number. */
  readonly between?: readonly [number, number]
  /** Unit of a number. */
  readonly unit?: string
  readonly desc: string
}

/** Parameters the product itself reads. Seeded, typed, and not deletable. */
export const builtinParameters = [
  {
    code: 'system.title',
    topic: 'system',
    name: '系统标题',
    kind: 'string',
    value: 'Atrium 管理控制台',
    desc: '显示在登录页、侧边栏和浏览器标题中',
  },
  {
    code: 'system.copyright',
    topic: 'system',
    name: '版权信息',
    kind: 'string',
    value: '',
    desc: '显示在登录页底部，留空则不显示',
  },
  {
    code: 'system.icp',
    topic: 'system',
    name: '备案号',
    kind: 'string',
    value: '',
    desc: '显示在登录页底部，留空则不显示',
  },
  {
    code: 'captcha',
    topic: 'signIn',
    name: '登录验证码',
    kind: 'enum',
    value: 'risk',
    labels: { always: '每次登录都要求', risk: '密码输错后要求', off: '关闭' },
    desc: '何时要求输入图形验证码',
  },
  {
    code: 'login.maxFail',
    topic: 'signIn',
    name: '密码错误次数上限',
    kind: 'number',
    value: 10,
    between: [3, 100],
    unit: '次',
    desc: '同一账号在同一地址 15 分钟内允许输错的次数',
  },
  {
    code: 'login.sms',
    topic: 'signIn',
    name: '短信登录',
    kind: 'bool',
    value: true,
    desc: '允许用手机号和短信验证码登录',
  },
  {
    code: 'login.passkey',
    topic: 'signIn',
    name: '通行密钥登录',
    kind: 'bool',
    value: true,
    desc: '允许用通行密钥登录，须通过 https 或 localhost 访问',
  },
  {
    code: 'login.trustDays',
    topic: 'signIn',
    name: '信任浏览器的时长',
    kind: 'number',
    value: 30,
    between: [0, 365],
    unit: '天',
    desc: '勾选信任后，在此期间免二次验证，0 表示每次都需验证',
  },
  {
    code: 'encrypt',
    topic: 'signIn',
    name: '报文加密',
    kind: 'enum',
    value: '0',
    labels: { 0: '不加密（由 TLS 保护）', 1: 'AES-ECB（仅兼容旧客户端，不提供保护）', 2: 'AES-256-GCM' },
    desc: '浏览器与服务器之间在 TLS 之外的加密，修改后已打开的页面自动切换，无需刷新',
  },
  {
    code: 'session.accessMinutes',
    topic: 'session',
    name: '访问令牌有效期',
    kind: 'number',
    value: 10,
    between: [1, 60],
    unit: '分钟',
    desc: '到期后浏览器自动刷新',
  },
  {
    code: 'session.idleMinutes',
    topic: 'session',
    name: '会话空闲时限',
    kind: 'number',
    value: 480,
    between: [5, 1440],
    unit: '分钟',
    desc: '超过该时长无操作须重新登录',
  },
  {
    code: 'session.absoluteMinutes',
    topic: 'session',
    name: '会话最长时限',
    kind: 'number',
    value: 1440,
    between: [10, 10080],
    unit: '分钟',
    desc: '无论是否操作，到时须重新登录',
  },
  {
    code: 'session.unbound',
    topic: 'session',
    name: '允许不使用 Cookie 的会话',
    kind: 'bool',
    value: false,
    desc: '供无法保存 Cookie 的程序使用，对平台管理员不生效',
  },
  {
    code: 'register.mode',
    topic: 'registration',
    name: '注册方式',
    kind: 'enum',
    value: 'closed',
    labels: { closed: '不开放', invite: '凭邀请码注册', apply: '申请后审核', open: '直接开通' },
    desc: '新用户如何开通账号',
  },
  {
    code: 'sms.provider',
    topic: 'sms',
    name: '短信服务商',
    kind: 'enum',
    value: 'outbox',
    labels: { outbox: '本机发件箱（开发用，不实际发送）', aliyun: '阿里云', tencent: '腾讯云' },
    desc: '选择服务商后须填写密钥编号、密钥和签名',
  },
  {
    code: 'sms.accessKeyId',
    topic: 'sms',
    name: '短信密钥编号',
    kind: 'string',
    value: '',
    desc: '阿里云 AccessKey ID 或腾讯云 SecretId',
  },
  {
    code: 'sms.accessKeySecret',
    topic: 'sms',
    name: '短信密钥',
    kind: 'secret',
    value: null,
    desc: '阿里云 AccessKey Secret 或腾讯云 SecretKey',
  },
  {
    code: 'sms.signName',
    topic: 'sms',
    name: '短信签名',
    kind: 'string',
    value: '',
    desc: '在服务商处审核通过的签名',
  },
  {
    code: 'sms.sdkAppId',
    topic: 'sms',
    name: '短信应用编号',
    kind: 'string',
    value: '',
    desc: '腾讯云的 SdkAppId，阿里云留空',
  },
  {
    code: 'sms.region',
    topic: 'sms',
    name: '短信地域',
    kind: 'string',
    value: '',
    desc: '留空则阿里云用 cn-hangzhou，腾讯云用 ap-guangzhou',
  },
  {
    code: 'sms.endpoint',
    topic: 'sms',
    name: '短信接口地址',
    kind: 'string',
    value: '',
    desc: '留空则用服务商的公网地址；经代理访问时填写',
  },
  {
    code: 'mail.provider',
    topic: 'mail',
    name: '邮件发送方式',
    kind: 'enum',
    value: 'outbox',
    labels: { outbox: '本机发件箱（开发用，不实际发送）', smtp: '邮件服务器（SMTP）' },
    desc: '选择邮件服务器后须填写主机名、端口和发件人',
  },
  { code: 'mail.host', topic: 'mail', name: '邮件服务器', kind: 'string', value: '', desc: 'SMTP 主机名' },
  {
    code: 'mail.port',
    topic: 'mail',
    name: '邮件服务器端口',
    kind: 'number',
    value: 465,
    between: [1, 65535],
    desc: 'SMTP 端口',
  },
  {
    code: 'mail.secure',
    topic: 'mail',
    name: '邮件连接加密',
    kind: 'bool',
    value: true,
    desc: '开启则连接即加密（465），关闭则用 STARTTLS',
  },
  {
    code: 'mail.user',
    topic: 'mail',
    name: '邮件账号',
    kind: 'string',
    value: '',
    desc: 'SMTP 登录账号，留空则不登录',
  },
  {
    code: 'mail.password',
    topic: 'mail',
    name: '邮件密码',
    kind: 'secret',
    value: null,
    desc: 'SMTP 登录密码或授权码',
  },
  {
    code: 'mail.from',
    topic: 'mail',
    name: '发件人',
    kind: 'string',
    value: '',
    desc: '例如 Atrium <noreply@example.com>',
  },
  {
    code: 'message.companyDaily',
    topic: 'quota',
    name: '每家公司每日发送上限',
    kind: 'number',
    value: 1000,
    between: [1, 1_000_000],
    unit: '条',
    desc: '短信和邮件合计，超过后当天不再发送',
  },
  {
    code: 'message.globalDaily',
    topic: 'quota',
    name: '平台每日发送上限',
    kind: 'number',
    value: 10_000,
    between: [1, 10_000_000],
    unit: '条',
    desc: '短信和邮件合计，防止被刷',
  },
  {
    code: 'address',
    topic: 'storage',
    name: '上传文件地址前缀',
    kind: 'string',
    value: '/files/',
    desc: '与上传后返回的相对路径拼接为完整地址',
  },
  {
    code: 'limits.companyPerSecond',
    topic: 'api',
    name: '每家公司每秒请求上限',
    kind: 'number',
    value: 200,
    between: [1, 100_000],
    unit: '次',
    desc: '各节点分别计算；超出的请求排队等候，超过一秒则拒绝，不影响其他公司',
  },
] as const satisfies readonly BuiltinDefinition[]

type BuiltinParameter = (typeof builtinParameters)[number]
export type BuiltinCode = BuiltinParameter['code']
type PlainParameter = Exclude<BuiltinParameter, { kind: 'secret' }>
export type SecretCode = Extract<BuiltinParameter, { kind: 'secret' }>['code']
type Widened<V> = V extends string ? string : V extends number ? number : boolean
/** Value types of the built-in parameters. Secrets are read one at a time. */
export type BuiltinValues = { [C in PlainParameter['code']]: Widened<Extract<BuiltinParameter, { code: C }>['value']> }
