import type {
  ProviderRow,
  providerKinds,
} from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { sortColumn } from '../../../kernel/db/by-name.ts'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'

export type ProvidersQuery = ListQuery & { 'f.kind'?: (typeof providerKinds)[number] | undefined }
export type StoredProvider = Omit<ProviderRow, 'callback'>
/** What is stored of a provider; rules with ids alone. */
export type ProviderValues = {
  name: string
  issuer: string
  clientId: string
  agentId: string
  scopes: string[]
  mailDomains: string[]
  enabled: boolean
  createsPeople: boolean
  mapping: readonly object[]
  mapsAlways: boolean
  /** Undefined: the present one stays. */
  sealedSecret: string | undefined
  /** Whose rights limit the rules; undefined: as before. */
  mappedBy: string | undefined
}

const sortColumns = { name: 'name', createTime: 'created_at' } as const
const mapping = sql<ProviderRow['mapping']>`coalesce((
  select json_agg(json_build_object('claim', claim, 'value', value,
    'role', (select json_build_object('id', id, 'name', roles.name) from roles
      where roles.company_id = identity_providers.company_id and id = role_id),
    'org', (select json_build_object('id', id, 'name', orgs.name) from orgs
      where orgs.company_id = identity_providers.company_id and id = org_id)) order by at)
  from rows from (
    jsonb_to_recordset(mapping) as (claim text, value text, "roleId" uuid, "orgId" uuid)
  ) with ordinality as rules (claim, value, role_id, org_id, at)), '[]')`

const unproved = sql<string[]>`array(select listed from unnest(mail_domains) as listed, companies
  where companies.id = identity_providers.company_id and not owns_domain(companies, listed))`

const selectRows = (db: Db) =>
  db
    .selectFrom('identity_providers')
    .select([
      'identity_providers.id',
      'name',
      'kind',
      'issuer',
      'client_id as clientId',
      'agent_id as agentId',
      'scopes',
      'mail_domains as mailDomains',
      unproved.as('unprovedDomains'),
      'enabled',
      'creates_people as createsPeople',
      mapping.as('mapping'),
      'maps_always as mapsAlways',
      sql<number>`identity_links_of(identity_providers.id)`.as('links'),
      'created_at as createTime',
      'created_by as createBy',
      'updated_at as updateTime',
      'updated_by as updateBy',
      'version',
    ])
    .$castTo<StoredProvider>()

const toColumns = ({ sealedSecret, mappedBy, ...provider }: ProviderValues) => ({
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.clientId,
  agent_id: provider.agentId,
  scopes: provider.scopes,
  mail_domains: provider.mailDomains,
  enabled: provider.enabled,
  creates_people: provider.createsPeople,
  maps_always: provider.mapsAlways,
  mapping: JSON.stringify(provider.mapping),
  ...(sealedSecret !== undefined && { sealed_secret: sealedSecret }),
  ...(mappedBy !== undefined && { mapped_by: mappedBy }),
})

export const providersRepository = {
  list(db: Db, query: ProvidersQuery) {
    let found = db.selectFrom('identity_providers')
    if (query.search) found = found.where('name', 'ilike', likePattern(query.search))
    if (query['f.kind']) found = found.where('kind', '=', query['f.kind'])
    let page = selectRows(db)
    if (query.search) page = page.where('name', 'ilike', likePattern(query.search))
    if (query['f.kind']) page = page.where('kind', '=', query['f.kind'])
    for (const { column, direction } of parseSort(query.sort || 'createTime', sortColumns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('identity_providers.id'), found)
  },
  find: (db: Db, id: string) => selectRows(db).where('identity_providers.id', '=', id).executeTakeFirst(),
  /**
   * Locks all of the company, in one order, so that of those switched off together one stays.
   * @returns whether it is among them
   */
  lock: async (db: Db, id: string): Promise<boolean> =>
    (await db.selectFrom('identity_providers').select('id').orderBy('id').forUpdate().execute()).some(
      (each) => each.id === id,
    ),
  count: async (db: Db) =>
    (await db.selectFrom('identity_providers').select(sql<number>`count(*)`.as('many')).executeTakeFirstOrThrow()).many,

  async insert(db: Db, kind: string, provider: ProviderValues & { sealedSecret: string }, by: Person): Promise<string> {
    const [id, person] = [newId(), JSON.stringify(by)]
    await db
      .insertInto('identity_providers')
      .values({
        company_id: sql<string>`acting_company()`,
        id,
        kind,
        created_by: person,
        updated_by: person,
        ...toColumns(provider),
        sealed_secret: provider.sealedSecret,
      })
      .execute()
    return id
  },
  update: (db: Db, id: string, provider: ProviderValues, by: Person) =>
    db
      .updateTable('identity_providers')
      .set({ ...toColumns(provider), ...updateStamps(by) })
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, id: string) => db.deleteFrom('identity_providers').where('id', '=', id).execute(),

  /** Live sessions that began by a provider. */
  countSessions: async (db: Db, id: string): Promise<number> =>
    (await sql<{ many: number }>`select identity_sessions_of(${id}::uuid) as many`.execute(db)).rows[0]?.many ?? 0,
  /**
   * Ends them.
   * @returns their users
   */
  endSessions: async (db: Db, id: string): Promise<string[]> =>
    (
      await sql<{
        userId: string
      }>`select user_id as "userId" from end_identity_sessions(${id}::uuid, 'identity')`.execute(db)
    ).rows.map(({ userId }) => userId),
  /** Whether the company's tenant lets people sign in by its providers alone, and no other one is enabled. */
  isLastOfStrictTenant: async (db: Db, id: string): Promise<boolean> =>
    (
      await sql<{ last: boolean }>`
        select sso_only and not exists (
          select from identity_providers other where other.enabled and other.id <> ${id}::uuid) as last
        from companies join tenants on tenants.company_id = companies.top_id
        where companies.id = acting_company()`.execute(db)
    ).rows[0]?.last === true,
}
