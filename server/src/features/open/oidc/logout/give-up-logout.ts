import type { Database } from '../../../../kernel/db/database.ts'
import type { Limits } from '../../../../kernel/limits.ts'
import type { Messages } from '../../../communication/messages/index.ts'
import { type Logout, logoutsRepository as repository } from './logouts.repository.ts'

type Ports = {
  database: Pick<Database, 'transact'>
  limits: Limits
  messages: Pick<Messages, 'enqueue' | 'wake'>
  onError(error: unknown): void
}
/**
 * Gives up a notice. The application's owner and the operator are notified once a day for each application, however
 * many there are: what fails for one sign-in fails for all.
 */
export const createGiveUpLogout = ({ database, limits, messages, onError }: Ports) => {
  const times = limits.counter({ name: 'oidc.logoutsGivenUp', points: 1, seconds: 86_400 })
  return async (logout: Logout): Promise<void> => {
    const { companyId, appId, uri } = logout
    const { points } = await times.add(appId)
    const isFirst = points === 1
    await database.transact({ reach: 'platform' }, async (db) => {
      await repository.remove(db, logout)
      const owner = isFirst ? await repository.findOwner(db, logout) : undefined
      if (!owner) return
      const { account, app, company } = owner
      await messages.enqueue(db, {
        companyId,
        channel: 'mail',
        template: 'logoutNoticeGivenUp',
        to: { account },
        values: { company, app, host: new URL(uri).host },
      })
    })
    if (!isFirst) return
    messages.wake()
    onError(new Error(`application ${appId} could not be told of an ended sign-in; its notice is given up`))
  }
}
