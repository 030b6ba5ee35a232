import type { IncomingMessage } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Database } from '../../../../kernel/db/database.ts'
import { currentContext } from '../provider/provider-library.ts'
import { type NewModel, putModels } from './put-models.ts'

/**
 * What the provider issues for a request is stored together before it answers: by one statement, so that an answer names
 * nothing that is not there. Elsewhere, each is stored at once.
 */
export const createPendingModels = (database: Pick<Database, 'quickStatement'>) => {
  const pending = new WeakMap<IncomingMessage, NewModel[]>()
  const flush = async (request: IncomingMessage | undefined) => {
    const models = request && pending.get(request)
    if (!models || models.length === 0) return
    pending.set(request, [])
    await putModels(database, models)
  }
  return {
    async put(model: NewModel) {
      const ctx = currentContext()
      const models = ctx && pending.get(ctx.req)
      if (models) models.push(model)
      else await putModels(database, [model])
    },
    /** Stores what the present request has issued so far, for statements that may read or end it. */
    settle: () => flush(currentContext()?.req),
    /** Has a provider store what its requests issue before it answers. */
    storeBeforeAnswers: (provider: Provider) =>
      void provider.use(async ({ req }, next) => {
        pending.set(req, [])
        await next()
        await flush(req)
      }),
  }
}
