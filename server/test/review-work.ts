import { createMessages } from '../src/features/communication/messages/index.ts'
import { createReviewWork } from '../src/features/governance/reviews/review-work.ts'
import { createSessionService } from '../src/features/identity/session/session.service.ts'
import { createUserRoles } from '../src/features/people/users/roles/user-roles.service.ts'
import { createSettings } from '../src/features/system/base-parameters/index.ts'
import { noAnnouncements } from '../src/kernel/announcements.ts'
import { createLimits } from '../src/kernel/limits.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import { rightsPorts } from './authorization.ts'
import { type TestApp, testSecretKey } from './harness.ts'

/** Review jobs of another node. `beforeWithdrawal` runs before each role is withdrawn, with its number from 1. */
export const buildReviewWork = (
  { database }: TestApp,
  beforeWithdrawal: (withdrawals: number) => unknown = () => undefined,
) => {
  const [limits, secrets] = [createLimits(database), createSecrets(testSecretKey)]
  const settings = createSettings(database, secrets)
  const unwatched = { wakeJob: () => undefined, onError: () => undefined }
  const messages = createMessages({ database, limits, secrets, settings, outboxFolder: '', ...unwatched })
  const sessions = createSessionService({ ...rightsPorts, database, secrets, settings, announcements: noAnnouncements })
  const { withdraw } = createUserRoles(sessions, (_scope, _people, change) => change())
  let withdrawals = 0
  return createReviewWork({
    database,
    messages,
    wakeJob: () => undefined,
    revokeRole: async (...args) => {
      withdrawals += 1
      await beforeWithdrawal(withdrawals)
      return withdraw(...args)
    },
  })
}
