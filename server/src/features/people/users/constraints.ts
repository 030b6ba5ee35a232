import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'

/** Refusals for constraint violations when a race gets past the service. */
export const userConstraints = {
  users__one_membership: { ...usersErrors.alreadyMember, field: 'id' },
  users__signs_in_elsewhere: { ...usersErrors.signsInElsewhere, field: 'id' },
} as const
