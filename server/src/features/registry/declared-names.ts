import { eventName } from '@atrium/contract/features/operation-logs/event-words.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

/** What the product calls its own modules and operations; whatever is not named here goes by its code. */
const modules: Readonly<Record<string, string>> = {
  sysSettings: '系统设置',
  sysLogin: '登录',
  sysForget: '找回密码',
  sysRegistrations: '注册审核',
  sysInvitations: '邀请码',
  sysConsole: '控制台',
  sysProfile: '个人资料',
  sysSecurity: '账号安全',
  frontSignIn: '门户登录',
  sysPasswordPolicy: '密码策略',
  sysUsers: '用户',
  sysMenus: '菜单',
  sysRoles: '角色',
  sysOrgs: '组织',
  sysPosts: '岗位',
  sysOnline: '在线用户',
  sysLogs: '日志',
  sysMessages: '消息发送',
  sysMessageTemplates: '消息模板',
  sysExplain: '权限判定',
  sysAccessRequests: '权限申请',
  sysBases: '基础参数',
  sysModules: '模块',
  sysElems: '元素',
  sysApis: '接口',
}
const operations: Readonly<Record<string, string>> = {
  list: '查看列表',
  get: '查看详情',
  view: '查看',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  lock: '锁定',
  end: '结束会话',
  login: '登录日志',
  decide: '审核',
  secret: '更新密钥',
  test: '测试发送',
  apis: '绑定接口',
  sync: '确认同步',
  mode: '切换执行方式',
  oper: '操作日志',
  export: '导出',
  verify: '校验',
  trace: '追踪查询',
  reset: '重置密码',
  roles: '分配角色',
  sessions: '查看会话',
  sort: '调整顺序',
  grants: '授权',
  members: '调整成员',
  copy: '复制',
  move: '移动、合并和拆分',
}
/** What is read, by the endpoint's own name; what is written is called like its event. */
const reads: Readonly<Record<string, string>> = {
  list: '列表',
  get: '详情',
  explain: '查询判定',
  denials: '接口的被拒记录',
  subjects: '可查询的接口和元素',
  mine: '被拒原因',
  apis: '已绑定的接口',
  candidates: '可绑定的接口',
  observation: '观察结果',
  roles: '角色',
  bin: '回收站',
  effective: '有效权限',
  members: '成员',
  offeredRoles: '可选的角色',
  sessions: '会话',
  history: '历史版本',
  operations: '操作日志列表',
  verifyChain: '校验完整性',
  incident: '追踪查询',
  timeline: '变更记录',
  captcha: '验证码图片',
  passkeyOptions: '通行密钥登录选项',
  subject: '系统信息',
  tags: '功能开关',
  loginInfo: '当前用户',
  user: '当前用户',
  grants: '当前权限',
  menus: '当前菜单',
  elements: '当前操作权限',
  events: '通知连接',
  refresh: '刷新令牌',
  refreshToken: '刷新令牌',
  profile: '详情',
  logs: '我的日志',
  portrait: '头像',
  state: '安全状态',
  passkeys: '通行密钥',
  trustedDevices: '信任的浏览器',
}
const risks: Readonly<Record<string, 'mid' | 'high'>> = {
  delete: 'high',
  reset: 'high',
  roles: 'high',
  decide: 'high',
  lock: 'mid',
  secret: 'high',
  apis: 'high',
  mode: 'high',
  grants: 'high',
  members: 'mid',
  edit: 'mid',
}

export const moduleName = (code: string): string => modules[code] ?? code
export const operationName = (operation: string): string => operations[operation] ?? operation
export const operationRisk = (operation: string): 'low' | 'mid' | 'high' => risks[operation] ?? 'low'

/** What people call an API: the words of its event where it writes, what it reads of its module where it does not. */
export const apiName = (endpoint: Endpoint): string => {
  const { module, name, access } = endpoint
  if (endpoint.method !== 'GET' && 'event' in endpoint.audit) return eventName(endpoint.audit.event)
  const fallback = access.kind === 'permitted' ? operationName(access.operation) : name
  return `${moduleName(module)}：${reads[name] ?? fallback}`
}
