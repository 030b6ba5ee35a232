export { holdMemberships } from './hold-memberships.ts'
export { present as presentUsers, userRows } from './matching-users.repository.ts'
export { isPerson, membershipsRepository as memberships, type Place } from './memberships.repository.ts'
export { hashPassword, passwordMatches, randomPassword } from './password.ts'
export { isToldContacts, userMasks } from './told-fields.ts'
export { createUnknownAccount, type UnknownAccount } from './unknown-account.ts'
export { successorOf } from './user-impact.ts'
export {
  isLastAdministrator,
  keepingAdministrators,
  refuseForeignRoles,
  refuseOneself,
  refuseOutside,
  refusePast,
  refuseStronger,
  requireRight,
} from './user-rules.ts'
export { type KnownUser, loginDigest, mayEnter, usersRepository as users } from './users.repository.ts'
