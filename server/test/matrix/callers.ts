import type { Permission } from '@atrium/contract/index.ts'

/** How far somebody has come: what his token, if any, is good for. */
export type Standing = 'nobody' | 'temporary' | 'expired' | 'ended' | 'alive'
/**
 * `of` is the company he acts in; `visits`: as a guest, whose own company is the platform's and who holds everything
 * there; `outside`: he signs in with an account of another company; `endedBy` says how his session ended; `fromProduct` that his rights come from a role
 * the product itself makes, so that the table is held against it.
 */
export type Caller = {
  readonly title: string
  readonly standing: Standing
  readonly of: 'A' | 'B' | 'tenant' | 'platform'
  readonly holds: 'everything' | readonly Permission[]
  readonly endedBy?: 'revocation' | 'lock' | 'removal'
  readonly visits?: 'view' | 'manage'
  readonly outside?: true
  readonly fromProduct?: true
}

/** What the role of a company's own administrator is meant to hold, written out so that a reviewer sees a change. */
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
  'sysPosts:list',
  'sysPosts:add',
  'sysPosts:edit',
  'sysPosts:delete',
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
  'sysPasswordPolicy:view',
  'sysPasswordPolicy:edit',
  'sysTenant:view',
  'sysTenant:archive',
  'sysTenantPolicies:view',
  'sysTenantPolicies:edit',
]
/** Somebody who may look at everything of his company and change nothing. */
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
/** An operator of the platform who does one job: he decides who is let in, and sees what was sent. */
const limitedOperator: readonly Permission[] = ['sysRegistrations:list', 'sysRegistrations:decide', 'sysMessages:list']

/**
 * Every kind of caller and what it holds; one line each, and the matrix and its page gain a column. These lists are
 * written out on purpose: that a kind of caller gained a right is a line in review.
 */
export const callers: readonly Caller[] = [
  { title: 'anonymous', standing: 'nobody', of: 'A', holds: [] },
  { title: 'temporary token', standing: 'temporary', of: 'A', holds: companyAdmin },
  { title: 'expired', standing: 'expired', of: 'A', holds: companyAdmin },
  { title: 'revoked', standing: 'ended', endedBy: 'revocation', of: 'A', holds: companyAdmin },
  { title: 'locked', standing: 'ended', endedBy: 'lock', of: 'A', holds: companyAdmin },
  { title: 'former member', standing: 'ended', endedBy: 'removal', of: 'A', holds: companyAdmin },
  { title: 'no role', standing: 'alive', of: 'A', holds: [] },
  { title: 'viewer', standing: 'alive', of: 'A', holds: viewer },
  { title: 'member from elsewhere', standing: 'alive', of: 'A', holds: viewer, outside: true },
  { title: 'company admin A', standing: 'alive', of: 'A', holds: companyAdmin, fromProduct: true },
  { title: 'company admin B', standing: 'alive', of: 'B', holds: companyAdmin, fromProduct: true },
  { title: 'switched admin', standing: 'alive', of: 'tenant', holds: companyAdmin, visits: 'manage' },
  { title: 'switched viewer', standing: 'alive', of: 'tenant', holds: companyAdmin, visits: 'view' },
  { title: 'limited operator', standing: 'alive', of: 'platform', holds: limitedOperator },
  { title: 'platform admin', standing: 'alive', of: 'platform', holds: 'everything' },
]
