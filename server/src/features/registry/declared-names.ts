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
  sysRoles: '角色',
  sysOnline: '在线用户',
  sysLogs: '日志',
  sysMessages: '消息发送',
  sysMessageTemplates: '消息模板',
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
  grants: '授权',
  members: '调整成员',
  copy: '复制',
}
const risks: Readonly<Record<string, 'mid' | 'high'>> = {
  delete: 'high',
  secret: 'high',
  apis: 'high',
  grants: 'high',
  members: 'mid',
  edit: 'mid',
}

export const moduleName = (code: string): string => modules[code] ?? code
export const operationName = (operation: string): string => operations[operation] ?? operation
export const operationRisk = (operation: string): 'low' | 'mid' | 'high' => risks[operation] ?? 'low'
