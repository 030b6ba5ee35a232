import { frameOrigin } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { menusRepository } from './menus.repository.ts'

/** Every opened page asks for it. */
const cacheTtlMs = 1000

/** Returns a function that reads the origins of external pages embedded by active menus (decision 23). */
export const createFrameOrigins = (database: Database) => {
  let cached: { origins: Promise<string[]>; until: number } | undefined
  const load = async () => {
    const addresses = await database.transact({ reach: 'platform' }, menusRepository.frameAddresses)
    return [...new Set(addresses.flatMap((address) => frameOrigin(address) ?? []))].sort()
  }
  return (): Promise<string[]> => {
    if (!cached || performance.now() > cached.until) {
      // Pages load without the database, then without embedded pages.
      cached = { origins: load().catch(() => []), until: performance.now() + cacheTtlMs }
    }
    return cached.origins
  }
}
