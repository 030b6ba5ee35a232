import type { Database } from '../../../../kernel/db/database.ts'
import { isConsumed, isCurrent, isLiveGrant } from './model-conditions.ts'
import type { StoredModel } from './oidc-models.repository.ts'

type Prepared = Pick<Database, 'quickStatement'>
// To plan these over all partitions costs more than to run them.
const found = `select sealed, ${isConsumed} as consumed from oidc_models where key = $1 and ${isCurrent}`
const newest = 'order by id desc limit 1'
const findModel = { name: 'find-oidc-model', text: `${found} ${newest}` }
const findGrant = { name: 'find-oidc-grant', text: `${found} and ${isLiveGrant} ${newest}` }
const consume = {
  name: 'consume-oidc-model',
  text: `update oidc_models set consumed_at = coalesce(consumed_at, now())
    where key = $1 and ${isCurrent} and not (${isConsumed})`,
}

/** Statements of every code flow, prepared. */
export const preparedModels = {
  /** A model by its key; a grant only while it is live. */
  async find(database: Prepared, kind: string, key: Buffer): Promise<StoredModel | undefined> {
    const { rows } = await database.quickStatement({ ...(kind === 'Grant' ? findGrant : findModel), values: [key] })
    return rows[0] as StoredModel | undefined
  },
  /**
   * Uses a model up.
   * @returns whether it had not been before
   */
  async consume(database: Prepared, key: Buffer): Promise<boolean> {
    const { rowCount } = await database.quickStatement({ ...consume, values: [key] })
    return (rowCount ?? 0) > 0
  },
}
