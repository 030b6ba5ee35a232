export { presentUsers, userRows, visibleUsers } from './listing/matching-users.repository.ts'
export {
  isSamePerson,
  membershipsRepository as memberships,
  type Workplace,
} from './memberships/memberships.repository.ts'
export { findUserHits } from './options/user-hits.repository.ts'
export { canReadContacts, maskByUserField } from './restrictions/user-field-masks.ts'
export type { UserRolesService } from './roles/user-roles.service.ts'
export { storedStatusRepository as storedStatus } from './status/stored-status.repository.ts'
export { getSuccessor } from './status/user-impact.ts'
export type { UserStatusService } from './status/user-status.service.ts'
export type { UnknownAccount } from './unknown-account.ts'
export {
  createRoleValidator,
  isLastAdministrator,
  keepAdministrators,
  refuseExternalAccount,
  refuseForeignRoles,
  refuseOneself,
  refuseOperatorsLock,
  refusePast,
  refuseRowsBeyond,
  refuseStronger,
  requireRight,
  strongerThan,
} from './user-rules.ts'
export { canSignIn, type LoginUser, loginDigest, usersRepository as users } from './users.repository.ts'
export type { UsersService } from './users.service.ts'
export type { FormerContact, NotifyFormerContacts } from './writing/contact-changes.ts'
