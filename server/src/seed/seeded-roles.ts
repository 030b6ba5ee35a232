import type { Permission } from '@atrium/contract/index.ts'

type SeededRole = {
  code: string
  name: string
  dataScope: 'all' | 'self'
  elements: readonly Permission[]
  menus: readonly string[]
  /** Every how many people somebody wears it. */
  each: number
}

/** The roles of every company beside its administrator's. */
export const seededRoles: readonly SeededRole[] = [
  { code: 'staff', name: '员工', dataScope: 'self', elements: [], menus: [], each: 1 },
  {
    code: 'personnel',
    name: '人事专员',
    dataScope: 'all',
    elements: ['sysUsers:list', 'sysUsers:get', 'sysUsers:add', 'sysUsers:edit', 'sysOrgs:list', 'sysOrgs:members'],
    menus: ['sys', 'sys.users', 'sys.organizations'],
    each: 60,
  },
  {
    code: 'auditor',
    name: '安全审计员',
    dataScope: 'all',
    elements: ['sysLogs:login', 'sysLogs:oper', 'sysLogs:export', 'sysLogs:verify', 'sysLogs:trace'],
    menus: ['sys', 'sys.logs', 'sys.operationLogs', 'sys.identity', 'sys.signInLogs'],
    each: 400,
  },
]
