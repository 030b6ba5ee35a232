import { orNotFound } from '../../../../kernel/db/crud-handlers.ts'
import type { RequestScope } from '../../../../kernel/scope.ts'
import { oidcModelsRepository } from '../models/oidc-models.repository.ts'
import { consentsRepository as repository } from './consents.repository.ts'

/** What the caller has allowed applications. */
export const consents = {
  list: ({ db, actor }: RequestScope) => repository.list(db, actor),
  /**
   * Ends the application's tokens as well.
   * @throws `notFound`
   */
  async revoke({ db, actor: { companyId, userId }, note }: RequestScope, appId: string) {
    const name = orNotFound(await repository.remove(db, { companyId, userId, appId }))
    await oidcModelsRepository.removeGrants(db, { companyId, userId, appId })
    note({ entityId: appId, entityName: name })
    return null
  },
}
