export type MenuSeed = {
  code: string
  parent?: string
  name: string
  kind: 'dir' | 'menu'
  sort: number
  metadata: Record<string, unknown>
}
type Entry = { code: string; name: string; icon: string; path: string } & (
  | { component: string }
  | { children: readonly Entry[] }
)

/** In the order of the sidebar; `component` is resolved by the browser's list of views. */
const entries: readonly Entry[] = [
  {
    code: 'sys',
    name: '系统管理',
    icon: 'settings',
    path: 'sys',
    children: [
      { code: 'sys.users', name: '用户管理', icon: 'users', path: 'users', component: 'sys/users' },
      {
        code: 'sys.memberships',
        name: '外部成员',
        icon: 'user-cog',
        path: 'memberships',
        component: 'sys/memberships',
      },
      { code: 'sys.organizations', name: '组织管理', icon: 'network', path: 'orgs', component: 'sys/orgs' },
      { code: 'sys.posts', name: '岗位管理', icon: 'briefcase', path: 'posts', component: 'sys/posts' },
      { code: 'sys.roles', name: '角色管理', icon: 'shield', path: 'roles', component: 'sys/roles' },
      {
        code: 'sys.accessRequests',
        name: '权限申请',
        icon: 'shield-check',
        path: 'access-requests',
        component: 'sys/access-requests',
      },
      { code: 'sys.visits', name: '平台访问', icon: 'headset', path: 'visits', component: 'sys/visits' },
      {
        code: 'sys.identity',
        name: '身份与登录',
        icon: 'fingerprint',
        path: 'identity',
        children: [
          { code: 'sys.online', name: '在线用户', icon: 'activity', path: 'online', component: 'sys/online' },
          {
            code: 'sys.signInLogs',
            name: '登录日志',
            icon: 'scroll-text',
            path: 'sign-in-logs',
            component: 'sys/sign-in-logs',
          },
          {
            code: 'sys.registrations',
            name: '注册审核',
            icon: 'badge-check',
            path: 'registrations',
            component: 'sys/registrations',
          },
          {
            code: 'sys.invitations',
            name: '邀请码',
            icon: 'link-2',
            path: 'invitations',
            component: 'sys/invitations',
          },
          {
            code: 'sys.passwordPolicy',
            name: '密码策略',
            icon: 'key-round',
            path: 'password-policy',
            component: 'sys/password-policy',
          },
        ],
      },
      {
        code: 'sys.messages',
        name: '消息',
        icon: 'message-square',
        path: 'messages',
        children: [
          { code: 'sys.messageLog', name: '发送记录', icon: 'inbox', path: 'log', component: 'sys/messages' },
          {
            code: 'sys.messageTemplates',
            name: '消息模板',
            icon: 'file-text',
            path: 'templates',
            component: 'sys/message-templates',
          },
        ],
      },
      {
        code: 'sys.access',
        name: '权限管理',
        icon: 'shield-check',
        path: 'access',
        children: [
          { code: 'sys.modules', name: '模块与元素', icon: 'boxes', path: 'modules', component: 'sys/modules' },
          { code: 'sys.apis', name: '接口管理', icon: 'plug', path: 'apis', component: 'sys/apis' },
        ],
      },
      {
        code: 'sys.tenancy',
        name: '租户管理',
        icon: 'layers',
        path: 'tenancy',
        children: [
          {
            code: 'sys.companies',
            name: '公司管理',
            icon: 'building-2',
            path: 'companies',
            component: 'sys/companies',
          },
          { code: 'sys.plans', name: '套餐管理', icon: 'package', path: 'plans', component: 'sys/plans' },
        ],
      },
      { code: 'sys.menus', name: '菜单管理', icon: 'list-tree', path: 'menus', component: 'sys/menus' },
      {
        code: 'sys.logs',
        name: '日志审计',
        icon: 'scroll-text',
        path: 'logs',
        children: [
          {
            code: 'sys.operationLogs',
            name: '操作日志',
            icon: 'clipboard-list',
            path: 'operation',
            component: 'sys/operation-logs',
          },
          { code: 'sys.incidents', name: '追踪查询', icon: 'hash', path: 'trace', component: 'sys/incidents' },
        ],
      },
      { code: 'sys.bases', name: '基础参数', icon: 'sliders-horizontal', path: 'bases', component: 'sys/bases' },
    ],
  },
]

const seedsOf = (level: readonly Entry[], parent?: string): MenuSeed[] =>
  level.flatMap(({ code, name, icon, path, ...entry }, at) => {
    const seed = { code, name, sort: (at + 1) * 10, ...(parent === undefined ? {} : { parent }) }
    if ('component' in entry) return { ...seed, kind: 'menu', metadata: { icon, path, component: entry.component } }
    return [
      { ...seed, kind: 'dir', metadata: { icon, path, redirect: 'noRedirect' } },
      ...seedsOf(entry.children, code),
    ]
  })

/** The sidebar entries the product brings, every one after its parent. */
export const menuSeeds: readonly MenuSeed[] = seedsOf(entries)
