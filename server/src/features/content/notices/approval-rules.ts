import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import { toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { type Actor, AppError, type RequestScope, toPrincipal } from '../../../kernel/scope.ts'
import type { Writer } from './notice-rows.repository.ts'
import type { StoredNotice } from './notices.repository.ts'

type Governed = Pick<StoredNotice, 'state' | 'approval'>

/** Throws `issuedLocked`: where approval is required, what is shown stays what was approved. */
export const assertEditable = ({ state, approval }: Governed): void => {
  if (approval && state === 'issued') throw new AppError(noticesErrors.issuedLocked)
}

/** Throws `outdatedText` if it has changed since it was seen: no one decides on what they have not read. */
export const assertSeen = (notice: Pick<StoredNotice, 'version'>, version: number): void => {
  if (notice.version !== version) throw new AppError(noticesErrors.outdatedText)
}

/** Throws `notApproved` if the notice may not be published yet. */
export const assertIssuable = ({ state, approval }: Governed): void => {
  if (approval && state !== 'approved') throw new AppError(noticesErrors.notApproved)
}

/** Throws `notApproved` if what was issued before approval was required would be shown once more. */
export const assertShowable = ({ decideTime, approval }: Pick<StoredNotice, 'decideTime' | 'approval'>): void => {
  if (approval && decideTime === null) throw new AppError(noticesErrors.notApproved)
}

/** What a person has in common in all companies: no one approves as a guest what they have written as a member. */
export const principalId = (actor: Actor): string => toPrincipal(actor).userId
export const toWriter = (scope: Pick<RequestScope, 'actor'>): Writer => ({
  by: toAuthor(scope),
  account: principalId(scope.actor),
})
