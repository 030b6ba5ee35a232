import type { Permission } from '@atrium/contract/index.ts'

export type MenuSeed = {
  code: string
  parent?: string
  name: string
  kind: 'dir' | 'menu'
  sort: number
  metadata: Record<string, unknown>
}
type Entry = { code: string; name: string; icon: string; path: string } & (
  | { component: string; needs: Permission }
  | { children: readonly Entry[] }
)

/**
 * In sidebar order. The web client resolves `component` to a view; `needs` is the element without which the page shows
 * nothing.
 */
const entries: readonly Entry[] = [
  {
    code: 'sys',
    name: '系统管理',
    icon: 'settings',
    path: 'sys',
    children: [
      {
        code: 'sys.users',
        name: '用户管理',
        icon: 'users',
        path: 'users',
        component: 'sys/users',
        needs: 'sysUsers:list',
      },
      {
        code: 'sys.memberships',
        name: '外部成员',
        icon: 'user-cog',
        path: 'memberships',
        component: 'sys/memberships',
        needs: 'sysMemberships:list',
      },
      {
        code: 'sys.organizations',
        name: '组织管理',
        icon: 'network',
        path: 'orgs',
        component: 'sys/orgs',
        needs: 'sysOrgs:list',
      },
      {
        code: 'sys.posts',
        name: '岗位管理',
        icon: 'briefcase',
        path: 'posts',
        component: 'sys/posts',
        needs: 'sysPosts:list',
      },
      {
        code: 'sys.roles',
        name: '角色管理',
        icon: 'shield',
        path: 'roles',
        component: 'sys/roles',
        needs: 'sysRoles:list',
      },
      {
        code: 'sys.accessRequests',
        name: '权限申请',
        icon: 'shield-check',
        path: 'access-requests',
        component: 'sys/access-requests',
        needs: 'sysAccessRequests:list',
      },
      {
        code: 'sys.terms',
        name: '即将到期',
        icon: 'clock',
        path: 'terms',
        component: 'sys/terms',
        needs: 'sysUsers:roles',
      },
      {
        code: 'sys.reviews',
        name: '权限复核',
        icon: 'clipboard-list',
        path: 'reviews',
        component: 'sys/reviews',
        needs: 'sysReviews:list',
      },
      {
        code: 'sys.visits',
        name: '平台访问',
        icon: 'headset',
        path: 'visits',
        component: 'sys/visits',
        needs: 'sysVisits:list',
      },
      {
        code: 'sys.identity',
        name: '身份与登录',
        icon: 'fingerprint',
        path: 'identity',
        children: [
          {
            code: 'sys.online',
            name: '在线用户',
            icon: 'activity',
            path: 'online',
            component: 'sys/online',
            needs: 'sysOnline:list',
          },
          {
            code: 'sys.signInLogs',
            name: '登录日志',
            icon: 'scroll-text',
            path: 'sign-in-logs',
            component: 'sys/sign-in-logs',
            needs: 'sysLogs:login',
          },
          {
            code: 'sys.registrations',
            name: '注册审核',
            icon: 'badge-check',
            path: 'registrations',
            component: 'sys/registrations',
            needs: 'sysRegistrations:list',
          },
          {
            code: 'sys.invitations',
            name: '邀请码',
            icon: 'link-2',
            path: 'invitations',
            component: 'sys/invitations',
            needs: 'sysInvitations:list',
          },
          {
            code: 'sys.passwordPolicy',
            name: '密码策略',
            icon: 'key-round',
            path: 'password-policy',
            component: 'sys/password-policy',
            needs: 'sysPasswordPolicy:view',
          },
          {
            code: 'sys.tenantPolicies',
            name: '登录与访问策略',
            icon: 'shield',
            path: 'tenant-policies',
            component: 'sys/tenant-policies',
            needs: 'sysTenantPolicies:view',
          },
        ],
      },
      {
        code: 'sys.tenant',
        name: '企业服务',
        icon: 'receipt',
        path: 'tenant',
        component: 'sys/tenant',
        needs: 'sysTenant:view',
      },
      {
        code: 'sys.messages',
        name: '消息',
        icon: 'message-square',
        path: 'messages',
        children: [
          {
            code: 'sys.messageLog',
            name: '发送记录',
            icon: 'inbox',
            path: 'log',
            component: 'sys/messages',
            needs: 'sysMessages:list',
          },
          {
            code: 'sys.messageTemplates',
            name: '消息模板',
            icon: 'file-text',
            path: 'templates',
            component: 'sys/message-templates',
            needs: 'sysMessageTemplates:list',
          },
        ],
      },
      {
        code: 'sys.access',
        name: '权限管理',
        icon: 'shield-check',
        path: 'access',
        children: [
          {
            code: 'sys.modules',
            name: '模块与元素',
            icon: 'boxes',
            path: 'modules',
            component: 'sys/modules',
            needs: 'sysElems:list',
          },
          {
            code: 'sys.apis',
            name: '接口管理',
            icon: 'plug',
            path: 'apis',
            component: 'sys/apis',
            needs: 'sysApis:list',
          },
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
            needs: 'sysCompanys:list',
          },
          {
            code: 'sys.plans',
            name: '套餐管理',
            icon: 'package',
            path: 'plans',
            component: 'sys/plans',
            needs: 'sysPlans:list',
          },
        ],
      },
      {
        code: 'sys.menus',
        name: '菜单管理',
        icon: 'list-tree',
        path: 'menus',
        component: 'sys/menus',
        needs: 'sysMenus:list',
      },
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
            needs: 'sysLogs:oper',
          },
          {
            code: 'sys.incidents',
            name: '追踪查询',
            icon: 'hash',
            path: 'trace',
            component: 'sys/incidents',
            needs: 'sysLogs:trace',
          },
          {
            code: 'sys.failedCalls',
            name: '失败的调用',
            icon: 'wrench',
            path: 'failures',
            component: 'sys/failed-calls',
            needs: 'sysLogs:error',
          },
        ],
      },
      {
        code: 'sys.bases',
        name: '基础参数',
        icon: 'sliders-horizontal',
        path: 'bases',
        component: 'sys/bases',
        needs: 'sysBases:list',
      },
    ],
  },
]

const toSeeds = (level: readonly Entry[], parent?: string): MenuSeed[] =>
  level.flatMap(({ code, name, icon, path, ...entry }, at) => {
    const seed = { code, name, sort: (at + 1) * 10, ...(parent === undefined ? {} : { parent }) }
    if ('component' in entry) return { ...seed, kind: 'menu', metadata: { icon, path, component: entry.component } }
    return [
      { ...seed, kind: 'dir', metadata: { icon, path, redirect: 'noRedirect' } },
      ...toSeeds(entry.children, code),
    ]
  })

/** The product's menus, each after its parent. */
export const menuSeeds: readonly MenuSeed[] = toSeeds(entries)

const pageElementPairs = (level: readonly Entry[]): [component: string, element: Permission][] =>
  level.flatMap((entry) => ('component' in entry ? [[entry.component, entry.needs]] : pageElementPairs(entry.children)))
/** The product's own pages by component, with the element each requires. */
export const pageElements = pageElementPairs(entries).map(([component, element]) => ({ component, element }))
const elementByComponent: ReadonlyMap<string, string> = new Map(pageElementPairs(entries))

/** The element a product page requires, by its component; null for any other page. */
export const elementOfPage = (component: string): string | null => elementByComponent.get(component) ?? null

/** Codes of the elements a menu requires, any one of them: those it names, or its page's own. */
export const requiredElementsOf = ({ elems, metadata }: MenuRequirements): string[] => {
  const declared = elementOfPage(String(metadata.component ?? ''))
  if (elems.length > 0) return elems.map(({ code }) => code)
  return declared === null ? [] : [declared]
}
/** Returns a function from a menu to the ids of its required elements. In: all elements. */
export const createRequiredElementIds = (elements: readonly { id: string; code: string }[]) => {
  const idOf = new Map(elements.map(({ id, code }) => [code, id]))
  return (menu: MenuRequirements): string[] => requiredElementsOf(menu).flatMap((code) => idOf.get(code) ?? [])
}
type MenuRequirements = { elems: readonly { code: string }[]; metadata: Readonly<Record<string, unknown>> }

const visibleEntries = (level: readonly Entry[], held: ReadonlySet<string>): string[] =>
  level.flatMap((entry) => {
    if ('component' in entry) return held.has(entry.needs) ? entry.code : []
    const children = visibleEntries(entry.children, held)
    return children.length > 0 ? [entry.code, ...children] : []
  })
/** Codes of the product's menus that show something to users with these elements, ancestors included. */
export const menusForElements = (elements: readonly string[]): string[] => visibleEntries(entries, new Set(elements))
