import type { Permission } from '@atrium/contract/index.ts'

/** What somebody may do who looks after his own company and nobody else's; never a right of the platform's. */
const elements: readonly Permission[] = [
  'sysUsers:list',
  'sysUsers:get',
  'sysUsers:add',
  'sysUsers:edit',
  'sysUsers:delete',
  'sysUsers:lock',
  'sysUsers:reset',
  'sysUsers:roles',
  'sysUsers:sessions',
  'sysRoles:list',
  'sysRoles:add',
  'sysRoles:edit',
  'sysRoles:delete',
  'sysRoles:grants',
  'sysRoles:members',
  'sysRoles:copy',
  'sysOnline:list',
  'sysOnline:end',
  'sysLogs:login',
  'sysLogs:oper',
  'sysLogs:export',
  'sysLogs:verify',
  'sysLogs:trace',
  'sysRegistrations:list',
  'sysRegistrations:decide',
  'sysInvitations:list',
  'sysInvitations:add',
  'sysInvitations:delete',
  'sysPasswordPolicy:view',
  'sysPasswordPolicy:edit',
]
const menus = [
  'sys',
  'sys.users',
  'sys.roles',
  'sys.identity',
  'sys.online',
  'sys.signInLogs',
  'sys.registrations',
  'sys.invitations',
  'sys.passwordPolicy',
  'sys.logs',
  'sys.operationLogs',
  'sys.incidents',
]

/** The role of whoever registered a firm. */
export const companyAdmin = { code: 'company-admin', name: '企业管理员', held: { elements, menus } } as const
