import type { Database } from '../db/database.ts'
import { readQuiet } from '../quiet.ts'
import type { StoreMark } from './file-store.ts'

/** Whose bytes a store holds: this installation's, another one's, or those of one that has not said so yet. */
export type StoreOwner = 'own' | 'other' | 'unknown'

/**
 * Whether the bytes in a store are this installation's own, by the mark that both bear. A store without a mark gets that
 * of the first installation that works; a quiet copy takes none.
 */
export const readStoreOwner = async (database: Database, mark: StoreMark): Promise<StoreOwner> => {
  const { rows } = await database.statement({ text: 'select mark from installation', values: [] })
  const own: string = rows[0].mark
  const found = await mark.read()
  if (found !== undefined) return found === own ? 'own' : 'other'
  if (await readQuiet(database)) return 'unknown'
  await mark.write(own)
  return 'own'
}
