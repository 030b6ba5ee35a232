import { beforeAll, describe, it } from 'vitest'
import { productSchemas } from '../../src/kernel/db/product-schemas.ts'
import { createTestDatabase } from '../test-database.ts'
import { expectOnly } from './expect-only.ts'

// What a distribution of the tables by `company_id` needs (decision 131), as Citus has it. Tables without the column would
// lie whole on each node, or be directories on one.

const primaryKeys = {
  events: 'numbered across all companies, as a round reads them; would stay on one node',
  login_directory: 'a directory: says to which company an account belongs',
  recovery_tickets: 'found by a ticket before the company is known; would name its company in the ticket',
  released_terms: 'has none, as a term of all roles has no role; its unique index has the company',
  sessions: 'found by a token before the company is known; would be a directory, or name its company in the token',
  sign_in_attempts: 'found by a token before the company is known; would name its company in the token',
}
const uniqueIndexes = {
  custom_fields__id: 'a field of the platform is named by rows of all companies; those would be copied to each node',
  document_links__token: 'a link names no company; would do so',
  identity_links__subject: 'a person of a provider is one user of the platform; would be a directory',
  identity_providers__id: 'looked up by a callback, which names no company; would be a directory',
  invitations__code: 'a code names no company; would do so',
  open_app_scim_tokens__digest: 'a token names no company; would do so',
  open_apps__app_key: 'an application’s key names no company; would be a directory',
  passkeys__credential_id: 'a sign-in by passkey names no company; would be a directory',
  registrations__account: 'accounts are unique across the platform; would join the directory of accounts',
  registrations__phone: 'phones are unique across the platform; would join the directory of accounts',
  tenant_domains__host: 'a host leads to its tenant; would be a directory',
}
const foreignKeys = {
  app_consents__app: 'consents to an application of another company; would be checked by the service alone',
  custom_field_limits__field: 'of a field of the platform; those would be copied to each node',
  custom_values__field: 'of a field of the platform; those would be copied to each node',
  identity_links__provider: 'a tenant’s provider serves all its companies; would be a directory',
  membership_invitations__principal: 'invites a person of another company; would be checked by the service alone',
  notice_receipts__notice: 'receipts of the platform’s notices; those would be copied to each node',
  notice_tallies__notice: 'tallies of the platform’s notices; those would be copied to each node',
  oidc_consents__app: 'consents to an application of another company; would be checked by the service alone',
  sessions__act_org: 'a session acts in another company of its person; would be checked by the service alone',
  sessions__parent: 'a session belongs to the sign-in in another company; would follow it by its token',
  users__principal: 'a member is a person of another company; would be checked by the service alone',
  visit_requests__user: 'a visitor is of another company; would be checked by the service alone',
}

/** Tables with a company, partitions left out. */
const companyTables = `(
  select cls.oid, cls.relname, att.attnum from pg_class cls join pg_attribute att on att.attrelid = cls.oid
  where cls.relnamespace in ${productSchemas} and cls.relkind in ('r', 'p') and not cls.relispartition
    and att.attname = 'company_id' and not att.attisdropped)`

let sql: Awaited<ReturnType<typeof createTestDatabase>>['sql']
beforeAll(async () => {
  sql = (await createTestDatabase()).sql
})
const names = async (text: string) => (await sql(text)).map(({ name }) => String(name))

describe('a table of companies', () => {
  it('has the company in its primary key', async () => {
    const without = `select relname as name from ${companyTables} t where not exists (
      select from pg_index where indrelid = t.oid and indisprimary and t.attnum = any(indkey))`
    expectOnly(await names(without), primaryKeys)
  })
  it('has the company in each unique index', async () => {
    const without = `select indexrelid::regclass::text as name from ${companyTables} t join pg_index on indrelid = t.oid
      where indisunique and not indisprimary and not (t.attnum = any(indkey))`
    expectOnly(await names(without), uniqueIndexes)
  })
  it('refers to others of its company', async () => {
    const without = `select conname as name from pg_constraint
      join ${companyTables} t on t.oid = conrelid join ${companyTables} other on other.oid = confrelid
      where contype = 'f' and conparentid = 0
        and not exists (select from unnest(conkey, confkey) as pair (own, theirs) where own = t.attnum and theirs = other.attnum)`
    expectOnly(await names(without), foreignKeys)
  })
})
