import { type Actor, createReferences, type Db, newId, type RequestScope, sql, toAuthor } from '@atrium/kit/server'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'assets.handovers': {
      company_id: string
      id: string
      asset_id: string
      keeper: string | null
      reason: string
      created_at: string
      created_by: unknown
    }
  }
}

/** As many as the page of an asset shows. */
const mostShown = 100
const references = createReferences({ keeper: 'user' })

type Handover = { assetId: string; keeper: string; reason: string }
/** Keeps who has an asset from now on. */
export const addHandover = ({ db, actor }: RequestScope, { assetId, keeper, reason }: Handover) =>
  db
    .insertInto('assets.handovers')
    .values({
      company_id: actor.companyId,
      id: newId(),
      asset_id: assetId,
      keeper,
      reason,
      created_at: sql<string>`now()`,
      created_by: JSON.stringify(toAuthor({ actor })),
    })
    .execute()

/** Who has kept an asset, the newest first. People beyond the caller's row scope are left blank. */
export const handoversOf = async (db: Db, actor: Actor, assetId: string) => {
  const handovers = await db
    .selectFrom('assets.handovers')
    .where('asset_id', '=', assetId)
    .orderBy('created_at', 'desc')
    .limit(mostShown)
    .select([
      'id',
      'keeper',
      'reason',
      'created_at as createTime',
      sql<{ id: string; name: string }>`created_by`.as('createBy'),
    ])
    .execute()
  return references.showTo(actor)(db, handovers)
}
