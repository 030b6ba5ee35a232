import type { Database } from '../../../../kernel/db/database.ts'
import type { GrantOwner } from './oidc-models.repository.ts'

export type NewModel = {
  kind: string
  key: Buffer
  grantKey: Buffer | null
  uidKey: Buffer | null
  sealed: string
  /** Seconds since the epoch. */
  expiresAt: number
  owner: GrantOwner | undefined
  /** The address of who issued it. */
  issuer: string
}

/** Stores models in place of those with their keys. A grant that is written again keeps its owner. */
const text = `with given as (
    select * from unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[], $6::float8[],
      $7::uuid[], $8::uuid[], $9::uuid[], $10::uuid[], $11::text[])
      as given (kind, key, grant_key, uid_key, sealed, expires, company_id, user_id, app_id, session_id, issuer)),
  old as (
    delete from oidc_models where key = any($2::bytea[]) and id >= id_at(now())
    returning key, company_id, user_id, app_id, session_id)
  insert into oidc_models (id, kind, key, grant_key, uid_key, sealed, company_id, user_id, app_id, session_id, issuer)
  select (left(id_at(to_timestamp(given.expires))::text, 14) || substr(gen_random_uuid()::text, 15))::uuid,
    given.kind, given.key, given.grant_key, given.uid_key, given.sealed,
    coalesce(given.company_id, old.company_id, '00000000-0000-0000-0000-000000000000'), coalesce(given.user_id, old.user_id),
    coalesce(given.app_id, old.app_id), coalesce(given.session_id, old.session_id), given.issuer
  from given left join lateral (select * from old where old.key = given.key limit 1) old on true`

/** The last of each key, with an owner that an earlier one named. */
const lastOfEach = (models: readonly NewModel[]): NewModel[] => {
  const last = new Map<string, NewModel>()
  for (const model of models) {
    const key = model.key.toString('hex')
    last.set(key, { ...model, owner: model.owner ?? last.get(key)?.owner })
  }
  return [...last.values()]
}

/** Stores what the provider has issued, by one statement. A request may issue the same model several times. */
export const putModels = async (
  database: Pick<Database, 'quickStatement'>,
  issued: readonly NewModel[],
): Promise<void> => {
  const models = lastOfEach(issued)
  const of = <T>(read: (model: NewModel) => T) => models.map(read)
  const pickOwner = (key: keyof GrantOwner) => of(({ owner }) => owner?.[key] ?? null)
  const values = [
    of(({ kind }) => kind),
    of(({ key }) => key),
    of(({ grantKey }) => grantKey),
    of(({ uidKey }) => uidKey),
    of(({ sealed }) => sealed),
    of(({ expiresAt }) => expiresAt),
    pickOwner('companyId'),
    pickOwner('userId'),
    pickOwner('appId'),
    pickOwner('sessionId'),
    of(({ issuer }) => issuer),
  ]
  await database.quickStatement({ name: 'put-oidc-models', text, values })
}
