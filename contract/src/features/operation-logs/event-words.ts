/** What the events of the audit log are called, wherever they are shown. Events of the portal are the same things done there. */
const words: Readonly<Record<string, string>> = {
  'session.started': '登录',
  'session.ended': '退出登录',
  'signIn.verified': '登录验证',
  'signInCode.requested': '获取登录验证码',
  'password.changed': '修改密码',
  'password.recovered': '找回密码',
  'recoveryCode.requested': '获取找回密码验证码',
  'recoveryTicket.issued': '找回密码验证',
  'registration.submitted': '注册',
  'profile.updated': '修改个人资料',
  'portrait.replaced': '更换头像',
  'bindCode.requested': '获取绑定验证码',
  'contact.bound': '绑定手机或邮箱',
  'securityItem.switched': '调整安全设置',
  'recoveryCodes.replaced': '重新生成恢复码',
  'passkey.renamed': '重命名通行密钥',
  'passkey.removed': '删除通行密钥',
  'trustedDevice.removed': '取消信任浏览器',
  'ownSession.terminated': '结束登录设备',
  'otherSessions.terminated': '结束其他登录设备',
  'session.terminated': '强制下线',
  'passwordPolicy.updated': '修改密码策略',
  'messageTemplate.updated': '修改消息模板',
  'testMessage.requested': '发送测试消息',
  'invitation.created': '新增邀请码',
  'invitation.removed': '作废邀请码',
  'registration.approved': '通过注册申请',
  'registration.rejected': '驳回注册申请',
  'user.created': '新增用户',
  'user.updated': '修改用户',
  'user.removed': '删除用户',
  'user.restored': '恢复用户',
  'user.locked': '锁定用户',
  'user.unlocked': '解锁用户',
  'user.rolesChanged': '调整用户角色',
  'user.batchChanged': '批量处理用户',
  'userPassword.replaced': '重置用户密码',
  'userSession.terminated': '结束用户会话',
  'role.created': '新增角色',
  'role.updated': '修改角色',
  'role.removed': '删除角色',
  'role.locked': '停用角色',
  'role.unlocked': '启用角色',
  'role.copied': '复制角色',
  'role.menusChanged': '调整角色菜单',
  'role.elementsChanged': '调整角色元素',
  'role.grantsChanged': '调整角色授权',
  'role.membersChanged': '调整角色成员',
  'menu.created': '新增菜单',
  'menu.updated': '修改菜单',
  'menu.removed': '删除菜单',
  'menus.sorted': '调整菜单顺序',
  'operationLog.exported': '导出操作日志',
  'baseParameter.created': '新增基础参数',
  'baseParameter.updated': '修改基础参数',
  'baseParameter.removed': '删除基础参数',
  'baseParameter.reverted': '恢复基础参数',
  'baseParameter.secretReplaced': '更新密钥',
  'portalCode.requested': '获取门户验证码',
  'portalSignIn.verified': '门户登录验证',
  'portalSession.started': '登录门户',
  'portalSession.ended': '退出门户',
  'portalPassword.changed': '修改密码（门户）',
  'portalPassword.recovered': '找回密码（门户）',
  'portalProfile.updated': '修改个人资料（门户）',
  'portalPortrait.replaced': '更换头像（门户）',
  'portalBindCode.requested': '获取绑定验证码（门户）',
  'portalContact.bound': '绑定手机或邮箱（门户）',
  'element.apiBound': '元素绑定接口',
  'element.apiRemoved': '元素解绑接口',
}

/** An event of the audit log as a person reads it. */
export const eventName = (event: string): string =>
  (Object.hasOwn(words, event) ? words[event] : undefined) ?? '其他操作'

const modules: Readonly<Record<string, string>> = {
  sysLogin: '登录',
  sysConsole: '会话',
  sysForget: '找回密码',
  sysRegistrations: '注册审核',
  sysInvitations: '邀请码',
  sysProfile: '个人中心',
  sysSecurity: '安全设置',
  sysPasswordPolicy: '密码策略',
  sysOnline: '在线用户',
  sysMessages: '发送记录',
  sysMessageTemplates: '消息模板',
  sysLogs: '日志审计',
  sysUsers: '用户管理',
  sysRoles: '角色管理',
  sysMenus: '菜单管理',
  sysElems: '元素',
  sysApis: '接口',
  sysBases: '基础参数',
  frontSignIn: '门户',
}

/** The part of the product an event belongs to, as a person reads it. */
export const moduleName = (module: string): string =>
  (Object.hasOwn(modules, module) ? modules[module] : undefined) ?? '其他'

/** The modules a list can be narrowed to. */
export const moduleOptions = Object.entries(modules).map(([value, label]) => ({ value, label }))

/** Nouns that are no rows of their own: what happens to them happens to a user. */
const ofUser: readonly string[] = [
  'password',
  'profile',
  'portrait',
  'contact',
  'securityItem',
  'recoveryCodes',
  'passkey',
  'trustedDevice',
  'ownSession',
  'otherSessions',
  'session',
  'signIn',
  'userPassword',
  'userSession',
]

/** What kind of row an event happened to: `baseParameter` for `baseParameter.updated`. */
export const entityOf = (event: string): string => {
  const [noun = ''] = event.split('.')
  const here = noun.replace(/^portal([A-Z])/, (_, first: string) => first.toLowerCase())
  return ofUser.includes(here) ? 'user' : here
}
