import { companyAuditor } from '../features/access/index.ts'

type SeededRole = {
  code: string
  name: string
  type: 'builtin' | 'custom'
  dataScope: 'all' | 'self'
  elements: readonly string[]
  menus: readonly string[]
  /** Every how many people somebody wears it. */
  each: number
}

/** The roles of every company beside its administrator's. */
export const seededRoles: readonly SeededRole[] = [
  { code: 'staff', name: '员工', type: 'custom', dataScope: 'self', elements: [], menus: [], each: 1 },
  {
    code: 'personnel',
    name: '人事专员',
    type: 'custom',
    dataScope: 'all',
    elements: ['sysUsers:list', 'sysUsers:get', 'sysUsers:add', 'sysUsers:edit', 'sysOrgs:list', 'sysOrgs:members'],
    menus: ['sys', 'sys.users', 'sys.organizations'],
    each: 60,
  },
  { ...companyAuditor, ...companyAuditor.held, type: 'builtin', dataScope: 'all', each: 400 },
]
