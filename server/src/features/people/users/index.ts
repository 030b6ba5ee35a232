export type { FormerContact, NotifyFormerContacts } from './contact-changes.ts'
export { presentUsers, userRows, visibleUsers } from './matching-users.repository.ts'
export { isSamePerson, membershipsRepository as memberships, type Workplace } from './memberships.repository.ts'
export type { UnknownAccount } from './unknown-account.ts'
export { canReadContacts, maskByUserField } from './user-field-masks.ts'
export { findUserHits } from './user-hits.repository.ts'
export { getSuccessor } from './user-impact.ts'
export type { UserRolesService } from './user-roles.service.ts'
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
export type { UserStatusService } from './user-status.service.ts'
export { canSignIn, type LoginUser, loginDigest, usersRepository as users } from './users.repository.ts'
export type { UsersService } from './users.service.ts'
