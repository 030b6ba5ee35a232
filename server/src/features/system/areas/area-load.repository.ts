import { readFile } from 'node:fs/promises'
import { asOwner } from '../../../kernel/db/as-owner.ts'
import { bulkLoad } from '../../../kernel/db/bulk-load.ts'
import { unpackAreas } from './areas-file.ts'

/**
 * Loads the areas that the product ships, unless they were loaded before: a node of an older version that starts again
 * does not bring its own back. Takes the owner's address and the file.
 * @returns the number of rows loaded
 */
export const loadAreas = async (ownerUrl: string, file: string): Promise<number> => {
  const { sha256, rows } = unpackAreas(await readFile(file))
  const known = await asOwner(ownerUrl, (client) =>
    client.query('select from area_editions where sha256 = $1', [sha256]),
  )
  if (known.rowCount === 1) return 0
  const areas = await rows()
  await bulkLoad(
    ownerUrl,
    new AbortController().signal,
    async (load) => {
      // One of several starting nodes loads; the others wait for it here and have nothing left to do.
      const claimed = await load.sql(
        'insert into area_editions (sha256) values ($1) on conflict do nothing returning sha256',
        [sha256],
      )
      if (claimed.length === 0) return
      await load.sql('delete from areas')
      await load.copy('areas', areas)
    },
    'areas',
  )
  return areas.length
}
