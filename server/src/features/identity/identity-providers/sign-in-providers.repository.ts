import type {
  MappingRule,
  ProviderKind,
} from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

const columns = [
  'identity_providers.company_id as companyId',
  'identity_providers.id',
  'identity_providers.name',
  sql<ProviderKind>`kind`.as('kind'),
  'issuer',
  'client_id as clientId',
  'sealed_secret as sealedSecret',
  'agent_id as agentId',
  'scopes',
  'mail_domains as mailDomains',
  'creates_people as createsPeople',
  sql<MappingRule[]>`mapping`.as('mapping'),
  'maps_always as mapsAlways',
  'mapped_by as mappedBy',
  'identity_providers.version',
  'companies.platform',
] as const

const all = (db: Db) =>
  db.selectFrom('identity_providers').innerJoin('companies', 'companies.id', 'identity_providers.company_id')
const admitted = (db: Db) =>
  all(db)
    .where('enabled', '=', true)
    // Of an expired company the administrator still signs in, whose own admission is checked later.
    .where(sql<boolean>`admission_of(companies, null) not in ('stopped', 'suspended', 'closing')`)

/** Providers as people sign in by them: of every company. Needs platform reach. */
export const signInProvidersRepository = {
  /** An enabled provider of a company that admits people. */
  find: (db: Db, id: string) => admitted(db).where('identity_providers.id', '=', id).select(columns).executeTakeFirst(),

  /** A provider of a company, enabled or not. */
  findOwn: (db: Db, companyId: string, id: string) =>
    all(db)
      .where('identity_providers.company_id', '=', companyId)
      .where('identity_providers.id', '=', id)
      .select(columns)
      .executeTakeFirst(),

  /** Those of the platform and of the company of a host, and those of a mail domain. */
  offered: (db: Db, { companyId, domain }: { companyId: string | undefined; domain: string }) =>
    admitted(db)
      .where((eb) =>
        eb.or([
          eb('companies.platform', '=', true),
          eb('identity_providers.company_id', '=', companyId ?? null),
          ...(domain ? [sql<boolean>`${domain} = any(mail_domains) and owns_domain(companies, ${domain})`] : []),
        ]),
      )
      .select(['identity_providers.id', 'identity_providers.name', sql<ProviderKind>`kind`.as('kind')])
      .select(sql<string>`case when companies.platform then '' else companies.name end`.as('company'))
      .orderBy(sql`identity_providers.company_id = ${companyId ?? null}`, (by) => by.desc().nullsLast())
      .orderBy('identity_providers.created_at')
      .limit(20)
      .execute(),

  /** Whether any is found by a mail domain. */
  hasDomains: async (db: Db): Promise<boolean> =>
    (await admitted(db)
      .where(sql<boolean>`exists (select from unnest(mail_domains) as listed where owns_domain(companies, listed))`)
      .select('identity_providers.id')
      .limit(1)
      .executeTakeFirst()) !== undefined,

  /** Those that a user can link: of the platform, and of the tenant of their company. */
  linkable: (db: Db, companyId: string) =>
    admitted(db)
      .where(
        sql<boolean>`(companies.platform or companies.top_id = (select top_id from companies where id = ${companyId}))`,
      )
      .select(['identity_providers.id', 'identity_providers.name', sql<ProviderKind>`kind`.as('kind')])
      .orderBy('identity_providers.created_at')
      .execute(),
  /** Whether a provider signs people of a company in: the platform's all of them, others those of their tenant. */
  serves: async (db: Db, providerId: string, companyId: string): Promise<boolean> =>
    (await signInProvidersRepository.linkable(db, companyId)).some(({ id }) => id === providerId),
}
export type SignInProvider = NonNullable<Awaited<ReturnType<typeof signInProvidersRepository.find>>>
