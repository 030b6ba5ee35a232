import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { findOptions } from '../../../../kernel/forms/find-options.ts'

/** Finds users in the caller's row scope. */
export const findPeople = findOptions(usersContract.options)

/** Finds users who can sign in, except this one. */
export const findSuccessors = (predecessor: { id: string }) =>
  findOptions(usersContract.options, {
    isOffered: ({ value, extra }) => value !== predecessor.id && extra.status === 1,
  })
