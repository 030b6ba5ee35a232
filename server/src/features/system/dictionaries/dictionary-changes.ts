import { dictionariesChanged } from '@atrium/contract/features/system/dictionaries/dictionary-topics.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { publish } from '../../../kernel/events/publish.ts'
import type { Actor, RequestScope } from '../../../kernel/scope.ts'
import type { DictionaryCache } from './dictionary-cache.ts'

/** Tells open consoles that items have changed: all of them, or those of the actor's company. */
export const publishChange = (db: Db, { platform, companyId }: Actor): Promise<void> =>
  publish(db, dictionariesChanged, platform ? 'everybody' : { company: companyId }, {})

/** Creates what follows each change: open consoles are notified, and cached items are dropped. */
export const createChanged =
  (cache: Pick<DictionaryCache, 'forget'>) =>
  async (scope: RequestScope): Promise<void> => {
    await publishChange(scope.db, scope.actor)
    scope.afterCommit(cache.forget)
  }
export type Changed = ReturnType<typeof createChanged>
