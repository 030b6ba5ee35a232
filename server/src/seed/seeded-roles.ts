import { catalogue } from '@atrium/contract/index.ts'
import { createAuthorization } from '../features/access/authorization/index.ts'

const { companyAuditor } = createAuthorization(catalogue).productRoles

type SeededRole = {
  code: string
  name: string
  type: 'builtin' | 'custom'
  dataScope: 'all' | 'self'
  elements: readonly string[]
  menus: readonly string[]
  /** One assignee per a given number of people. */
  everyNth: number
}

/** The roles of every company beside the administrator role. */
export const seededRoles: readonly SeededRole[] = [
  { code: 'staff', name: '员工', type: 'custom', dataScope: 'self', elements: [], menus: [], everyNth: 1 },
  {
    code: 'personnel',
    name: '人事专员',
    type: 'custom',
    dataScope: 'all',
    elements: ['sysUsers:list', 'sysUsers:get', 'sysUsers:add', 'sysUsers:edit', 'sysOrgs:list', 'sysOrgs:members'],
    menus: ['people', 'sys.users', 'sys.organizations'],
    everyNth: 60,
  },
  { ...companyAuditor, ...companyAuditor.rights, type: 'builtin', dataScope: 'all', everyNth: 400 },
]
