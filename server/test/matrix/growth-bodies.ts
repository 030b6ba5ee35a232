import type { Json } from '../hostile/parameters.ts'
import type { GrowthCast } from './growth-cast.ts'

const grants = { menus: [], elems: [], dataOrgIds: [], assignable: [], home: null, rules: [], version: 1 }
const reason = { reason: '试' }

/** Bodies, or parts of them, of endpoints whose samples say too little, by title. */
export const growthBodies = ({ far }: GrowthCast): Readonly<Record<string, readonly Json[]>> => ({
  'sysUsers.batch': [
    ...['unlock', 'disable', 'enable', 'delete', 'restore'].map((action) => ({ action })),
    { action: 'lock', params: reason },
    { action: 'grantRole', params: { expireTime: null, reason: '' } },
    { action: 'revokeRole', params: {} },
    { action: 'moveToOrg', params: {} },
  ],
  'sysRoles.updateGrants': [
    ...['all', 'company', 'orgSub', 'org', 'custom', 'self'].map((dataScope) => ({ ...grants, dataScope })),
    { ...grants, dataScope: 'custom', dataOrgIds: [far] },
  ],
  'sysReviews.create': [{ coverage: 'roles' }, { coverage: 'orgs' }],
})
