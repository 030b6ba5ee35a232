import type { ProviderKind } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { Adapter } from './adapter.ts'
import type { Rounds } from './rounds.ts'
import { signInProvidersRepository as providers } from './sign-in-providers.repository.ts'

type Ports = { database: Database; rounds: Pick<Rounds, 'toClient'>; adapters: Record<ProviderKind, Adapter> }

/** Tests whether a provider answers, switched on or not. Replies why it does not, in a sentence. */
export const createProviderTest =
  ({ database, rounds, adapters }: Ports) =>
  async (scope: DetachedScope<Actor>, id: string) => {
    const { companyId } = scope.actor
    const provider = orNotFound(
      await database.read({ reach: 'platform' }, (db) => providers.findOwn(db, companyId, id)),
    )
    scope.note({ entityId: id, entityName: provider.name })
    const detail = await adapters[provider.kind].check(rounds.toClient(provider)).then(
      () => '',
      (error: unknown) => {
        if (error instanceof AppError) return error.message
        throw error
      },
    )
    scope.note({ after: { succeeded: detail === '' } })
    return { ok: detail === '', detail }
  }
