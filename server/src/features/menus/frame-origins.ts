import { frameOrigin } from '@atrium/contract/features/menus/menu-metadata.ts'
import type { Database } from '../../kernel/db/database.ts'
import { menusRepository } from './menus.repository.ts'

/** How long a node believes what it read; every page that is opened asks. */
const believedMs = 1000

/** Which foreign pages menus in use show inside the console. Out: a function that gives their origins (docs/decisions/0023). */
export const createFrameOrigins = (database: Database) => {
  let believed: { origins: Promise<string[]>; until: number } | undefined
  const load = async () => {
    const addresses = await database.transact({ reach: 'platform' }, menusRepository.frameAddresses)
    return [...new Set(addresses.flatMap((address) => frameOrigin(address) ?? []))].sort()
  }
  return (): Promise<string[]> => {
    if (!believed || performance.now() > believed.until) {
      // The page itself needs no database: without one it comes, and shows no foreign page.
      believed = { origins: load().catch(() => []), until: performance.now() + believedMs }
    }
    return believed.origins
  }
}
