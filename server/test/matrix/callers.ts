import type { Permission } from '@atrium/contract/index.ts'

/** What the caller's token is good for, if there is one. */
export type TokenStatus = 'nobody' | 'temporary' | 'expired' | 'ended' | 'alive'
/**
 * `company` is where the caller acts. `visitMode`: a guest whose home company is the platform's, with all permissions
 * there. `hasAccountElsewhere`: signs in with an account of another company. `endedBy`: how the session ended.
 * `hasProductRole`: the rights come from a role of the product, so that this table verifies the role.
 */
export type Caller = {
  readonly title: string
  readonly tokenStatus: TokenStatus
  readonly company: 'A' | 'B' | 'tenant' | 'platform'
  readonly permissions: 'everything' | readonly Permission[]
  readonly endedBy?: 'revocation' | 'lock' | 'removal'
  readonly visitMode?: 'view' | 'manage'
  readonly hasAccountElsewhere?: true
  readonly hasProductRole?: true
}

/** Permissions of the company administrator role, written out so that a reviewer sees a change. */
const companyAdmin: readonly Permission[] = [
  'sysUsers:list',
  'sysUsers:get',
  'sysUsers:add',
  'sysUsers:edit',
  'sysUsers:delete',
  'sysUsers:lock',
  'sysUsers:reset',
  'sysUsers:roles',
  'sysUsers:sessions',
  'sysUsers:export',
  'sysMemberships:list',
  'sysMemberships:add',
  'sysMemberships:delete',
  'sysExplain:view',
  'sysAccessRequests:list',
  'sysAccessRequests:decide',
  'sysReviews:list',
  'sysReviews:edit',
  'sysReviews:export',
  'sysVisits:list',
  'sysVisits:decide',
  'sysRoles:list',
  'sysRoles:add',
  'sysRoles:edit',
  'sysRoles:delete',
  'sysRoles:grants',
  'sysRoles:members',
  'sysRoles:copy',
  'sysRoles:export',
  'sysOrgs:list',
  'sysOrgs:add',
  'sysOrgs:edit',
  'sysOrgs:delete',
  'sysOrgs:move',
  'sysOrgs:members',
  'sysOrgs:roles',
  'sysOrgs:export',
  'sysPosts:list',
  'sysPosts:add',
  'sysPosts:edit',
  'sysPosts:delete',
  'sysPosts:export',
  'sysOnline:list',
  'sysOnline:end',
  'sysLogs:login',
  'sysLogs:oper',
  'sysLogs:trace',
  'sysLogs:error',
  'sysLogs:export',
  'sysLogs:verify',
  'sysRegistrations:list',
  'sysRegistrations:decide',
  'sysInvitations:list',
  'sysInvitations:add',
  'sysInvitations:delete',
  'frontUsers:list',
  'frontUsers:get',
  'frontUsers:edit',
  'frontUsers:lock',
  'frontEnts:list',
  'frontEnts:add',
  'frontEnts:edit',
  'frontEnts:delete',
  'frontEnts:roles',
  'sysPasswordPolicy:view',
  'sysPasswordPolicy:edit',
  'sysUploads:list',
  'sysUploads:upload',
  'sysUploads:delete',
  'sysDocs:list',
  'sysDocs:add',
  'sysDocs:edit',
  'sysDocs:delete',
  'sysDocs:download',
  'sysDocs:share',
  'sysDocs:manage',
  'sysNews:list',
  'sysNews:add',
  'sysNews:edit',
  'sysNews:delete',
  'sysNews:review',
  'sysNews:policy',
  'sysNews:issue',
  'sysNews:revoke',
  'sysNews:receipts',
  'sysJobs:list',
  'sysJobs:control',
  'sysTenant:view',
  'sysTenant:archive',
  'sysTenantPolicies:view',
  'sysTenantPolicies:edit',
  'sysDicts:list',
  'sysDicts:add',
  'sysDicts:edit',
  'sysDicts:delete',
  'sysDicts:export',
  'sysExcels:list',
  'sysExcels:add',
  'sysExcels:edit',
  'sysExcels:delete',
  'sysExcels:meta',
  'sysExcels:run',
  'openApps:list',
  'openApps:add',
  'openApps:edit',
  'openApps:delete',
  'openApps:secret',
  'openApps:oidc',
  'openApps:scim',
  'openApps:apis',
  'openApps:logs',
  'openApps:hooks',
  'openApps:try',
]
/** A user who reads everything of the company and changes nothing. */
const viewer: readonly Permission[] = [
  'sysUsers:list',
  'sysUsers:get',
  'sysBases:list',
  'sysOnline:list',
  'sysLogs:login',
  'sysLogs:oper',
  'sysLogs:trace',
  'sysRegistrations:list',
  'sysInvitations:list',
  'sysPasswordPolicy:view',
  'sysMessages:list',
  'sysMessageTemplates:list',
]
/** A platform operator with one task: deciding on registrations and reading sent messages. */
const limitedOperator: readonly Permission[] = ['sysRegistrations:list', 'sysRegistrations:decide', 'sysMessages:list']

/**
 * All kinds of callers; each line is a column of the matrix and of its page. Written out on purpose: a reviewer sees
 * every added permission.
 */
export const callers: readonly Caller[] = [
  { title: 'anonymous', tokenStatus: 'nobody', company: 'A', permissions: [] },
  { title: 'temporary token', tokenStatus: 'temporary', company: 'A', permissions: companyAdmin },
  { title: 'expired', tokenStatus: 'expired', company: 'A', permissions: companyAdmin },
  { title: 'revoked', tokenStatus: 'ended', endedBy: 'revocation', company: 'A', permissions: companyAdmin },
  { title: 'locked', tokenStatus: 'ended', endedBy: 'lock', company: 'A', permissions: companyAdmin },
  { title: 'former member', tokenStatus: 'ended', endedBy: 'removal', company: 'A', permissions: companyAdmin },
  { title: 'no role', tokenStatus: 'alive', company: 'A', permissions: [] },
  { title: 'viewer', tokenStatus: 'alive', company: 'A', permissions: viewer },
  {
    title: 'member from elsewhere',
    tokenStatus: 'alive',
    company: 'A',
    permissions: viewer,
    hasAccountElsewhere: true,
  },
  { title: 'company admin A', tokenStatus: 'alive', company: 'A', permissions: companyAdmin, hasProductRole: true },
  { title: 'company admin B', tokenStatus: 'alive', company: 'B', permissions: companyAdmin, hasProductRole: true },
  { title: 'switched admin', tokenStatus: 'alive', company: 'tenant', permissions: companyAdmin, visitMode: 'manage' },
  { title: 'switched viewer', tokenStatus: 'alive', company: 'tenant', permissions: companyAdmin, visitMode: 'view' },
  { title: 'limited operator', tokenStatus: 'alive', company: 'platform', permissions: limitedOperator },
  { title: 'platform admin', tokenStatus: 'alive', company: 'platform', permissions: 'everything' },
]
