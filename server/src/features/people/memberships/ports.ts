import type { tokens } from '@atrium/contract/kernel/tokens.ts'
import type * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import type { Origin, Owner, RequestScope } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { LaterText } from '../../../kernel/texts/later-text.ts'
import type { Workplace } from '../users/index.ts'

/** Notifies accounts by mail, enqueued in the caller's transaction and sent after the commit. */
export type Notifier = {
  notify(
    scope: RequestScope,
    accounts: readonly string[],
    notice: {
      companyId: string
      template: 'membershipAsked' | 'membershipAnswered'
      values: Record<string, string | LaterText>
    },
  ): Promise<void>
}

/** Sessions of a principal, who moves between the companies they work in. */
export type MemberSessions = Pick<SessionEnder, 'endAll' | 'forgetUser'> & {
  /** Number of live sessions of a user. */
  count(db: Db, user: Owner): Promise<number>
  /** The identity provider by which a session's person signed in. */
  findIdentityProvider(db: Db, sessionId: string): Promise<string | undefined>
  /**
   * Replaces the session by one in another company of the same person.
   * @returns the tokens
   */
  switchCompany(
    db: Db,
    workplace: Workplace & { principal: Owner },
    sessionId: string,
    origin: Origin,
  ): Promise<z.output<typeof tokens>>
}
