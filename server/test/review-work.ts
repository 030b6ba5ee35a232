import { createSettings } from '../src/features/base-parameters/index.ts'
import { createMessages } from '../src/features/messages/index.ts'
import { createReviewWork } from '../src/features/reviews/index.ts'
import { createSessionService } from '../src/features/session/session.service.ts'
import { createUserRoles } from '../src/features/users/user-roles.service.ts'
import { noAnnouncements } from '../src/kernel/announcements.ts'
import { createLimits } from '../src/kernel/limits.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import { type TestApp, testSecretKey } from './harness.ts'

/** What is done of reviews by itself, on another node. In: what happens before it takes a role, the how manieth of all. */
export const reviewWorkOf = ({ database }: TestApp, before: (taken: number) => unknown = () => undefined) => {
  const [limits, secrets] = [createLimits(database), createSecrets(testSecretKey)]
  const settings = createSettings(database, secrets)
  const messages = createMessages({ database, limits, secrets, settings, outboxFolder: '' })
  const sessions = createSessionService({ database, secrets, settings, announcements: noAnnouncements })
  const { withdraw } = createUserRoles(sessions, (_scope, _people, change) => change())
  let taken = 0
  return createReviewWork({
    database,
    messages,
    withdraw: async (...asked) => {
      taken += 1
      await before(taken)
      return withdraw(...asked)
    },
  })
}
