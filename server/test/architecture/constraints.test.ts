import { beforeAll, describe, expect, it } from 'vitest'
import { createFeatures } from '../../src/features.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { createLimits } from '../../src/kernel/limits.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { expectOnly } from './expect-only.ts'

/** Unique and check constraints that no request can violate. */
const unmappedConstraints = {
  companies__platform: 'the installation alone makes the platform company, and takes "already there" for an answer',
  plan_elements__pk: 'what a plan holds already stays (on conflict do nothing)',
  list_settings__pk: 'a list arranged again is arranged otherwise (on conflict do update)',
  list_settings__density: 'the contract and the table know the same closed list of words',
  list_views__default: 'somebody’s views take turns, and another default is none any more before',
  pinned_companies__pk: 'somebody’s pins take turns, and what he has pinned already is not pinned again',
  released_terms__term: 'what may run out already may run out at its newer end (on conflict do update)',
  term_notices__pk: 'nodes take turns by it, and whoever comes second does nothing (on conflict do update)',
  reviews__coverage: 'the contract and the table know the same closed list of words',
  reviews__unanswered: 'the contract and the table know the same closed list of words',
  reviews__state: 'the feature’s own closed list of words, which nobody says',
  reviews__repeat_months: 'the contract and the table know the same closed list of numbers',
  reviews__repeat_by: 'the statements that set and end a series say both',
  review_lists__pk: 'made once, in the statement that begins a review',
  review_items__given: 'made once, in the statement that begins a review',
  review_items__other: 'the statement that begins a review asks nobody about himself',
  review_items__answer: 'the contract and the table know the same closed list of words',
  review_items__outcome: 'the feature’s own closed list of words, which nobody says',
  org_roles__pk: 'changes of a tree take turns, and what an organisation has already is not given again',
  plan_menus__pk: 'what a plan holds already stays (on conflict do nothing)',
  plans__status: 'the contract lets nobody say another number',
  plans__most_users: 'the contract asks for one at least',
  plans__most_sms: 'the contract asks for one at least',
  plans__most_storage: 'the contract asks for one at least',
  tenants_pkey: 'a company is made a tenant once, in the transaction that makes the company',
  tenants__grace_days: 'the contract knows the same limits',
  tenants__most_users: 'the contract asks for one at least',
  tenants__most_sms: 'the contract asks for one at least',
  tenants__most_storage: 'the contract asks for one at least',
  tenants__idle_minutes: 'the contract asks for five at least',
  tenants__absolute_minutes: 'the contract asks for ten at least',
  tenants__most_devices: 'the contract asks for one at least',
  tenants__switch_policy: 'the contract and the table know the same closed list of words',
  membership_invitations__state: 'the feature’s own closed list of words, which nobody says',
  sessions__visit: 'a visit is written whole, in one statement',
  visit_requests__mode: 'the contract and the table know the same closed list of words',
  visit_requests__state: 'the contract and the table know the same closed list of words',
  visit_requests__use: 'whoever allows says until when, in the same statement',
  visit_requests__open: 'who asks again before the company has decided changes what he asked (on conflict do update)',
  menu_elements__pk: 'what a menu needs is written whole, each element once, while changes of menus take turns',
  menus__code: 'a menu somebody adds is called after its random id; the catalogue step updates what is there',
  users__account: 'the contract lets nobody have another account',
  login_directory__pk: 'whoever adds or binds takes "already there" for an answer (on conflict do nothing)',
  user_orgs__pk: 'whoever belongs to it already stays (on conflict do nothing)',
  user_orgs__primary:
    'changes of a company’s tree take turns, and each leaves one organisation where somebody is found first',
  user_orgs__duty: 'the contract lets nobody say another word',
  orgs__kind: 'the contract lets nobody say another word',
  orgs__status: 'the contract lets nobody say another word',
  user_roles__pk: 'a role given again has other times (on conflict do update)',
  roles__type: 'the contract lets nobody say another word',
  roles__data_scope: 'the contract lets nobody say another word',
  roles__status: 'locking and unlocking write it, 0 and 1',
  role_elements__pk: 'what is granted already stays (on conflict do nothing)',
  role_menus__pk: 'what is granted already stays (on conflict do nothing)',
  role_assignable__pk: 'what is granted already stays (on conflict do nothing)',
  headcounts__pk: 'a new company’s trigger alone writes it',
  tenant_logos__pk: 'a second logo replaces the first (on conflict do update)',
  tenants__primary_color: 'the contract lets nobody say another colour',
  tenants__background: 'the contract lets nobody say another colour',
  tenant_domains__pk: 'whoever adds takes "already there" for an answer (on conflict do nothing)',
  portraits__pk: 'a second picture replaces the first (on conflict do update)',
  elements__id: 'a random id of our own',
  elements__bit: 'the database counts it up',
  element_apis__pk: 'whoever binds takes "already there" for an answer (on conflict do nothing)',
  observed_calls__pk: 'a node adds to what is there (on conflict do update)',
  observed_elements__pk: 'remembered while the API is held and not observed yet',
  apis__audit: 'the contract knows the same closed list of words',
  apis__mode: 'the contract knows the same closed list of words',
  api_calls__pk: 'a node adds to what is there (on conflict do update)',
  registry_epoch_pkey: 'one row, made by the migration',
  registry_epoch__single: 'one row, made by the migration',
  modules__app: 'the contract and the catalogue step know the same closed list of words',
  modules__origin: 'the contract and the catalogue step know the same closed list of words',
  modules__state: 'the contract and the catalogue step know the same closed list of words',
  elements__field: 'the contract asks for what is restricted, and nothing else of that kind is kept',
  elements__kind: 'the contract and the catalogue step know the same closed list of words',
  elements__risk: 'the contract and the catalogue step know the same closed list of words',
  elements__origin: 'the contract and the catalogue step know the same closed list of words',
  elements__state: 'the contract and the catalogue step know the same closed list of words',
  apis__auth: 'the contract and the catalogue step know the same closed list of words',
  apis__origin: 'the contract and the catalogue step know the same closed list of words',
  apis__state: 'the contract and the catalogue step know the same closed list of words',
  idempotency_keys__pk: 'a second call with the same key waits for the first and answers alike',
  companies__members: 'made by the product alone; who comes second uses the one that is there (on conflict do nothing)',
  invitations__code: 'fifty random bits; a clash would answer as a fault and the next press makes another',
  message_templates__code: 'seeded by the product alone, and only when missing (on conflict do nothing)',
  password_policies_pkey: 'two first editors: the second is told that somebody was faster (on conflict do nothing)',
  recovery_codes__pk: 'the key is the keyed digest of fifty random bits',
  recovery_tickets_pkey: 'the key is the digest of 256 random bits',
  totp_secrets__pk: 'a secret in preparation is replaced (on conflict do update)',
  limits_pkey: 'the counter adds to what is there (on conflict do update)',
  trails__pk: 'whoever attaches takes "already there" for an answer (on conflict do nothing)',
  audit_log__pk: 'the sealing trigger numbers the rows one after the other',
  audit_heads_pkey: 'the sealing trigger moves the one head of each company',
  audit_checkpoints__pk: 'of two nodes that go on from the same row the first one’s is kept (on conflict do nothing)',
  audit_checkpoints__seq: 'made only of chains that have grown',
  base_parameter_versions__pk: 'a version is kept once, while its parameter is held',
  sign_in_attempts_pkey: 'the key is the digest of 256 random bits',
  serving_login_pkey: 'made once, by the owner, at the first start',
  schema_migrations_pkey: 'written by the migrator alone, in its turn',
}

let app: TestApp
let mapped: string[]
beforeAll(async () => {
  app = await createTestApp()
  const { database } = app
  const services = { limits: createLimits(database), secrets: createSecrets('x'.repeat(32)) }
  const site = {
    version: '',
    dnsServers: [],
    siteOrigin: 'http://localhost:3000',
    outboxFolder: '',
    checkpointFolder: '',
    platformCompany: '',
  }
  const ports = { database, announcements: noAnnouncements, onError: () => undefined, ...services, ...site }
  mapped = Object.keys(createFeatures(ports).constraints)
})
const inPublicSchema = `relnamespace = 'public'::regnamespace`
const listNames = async (text: string) => (await app.sql(text)).map((row) => String(row.name))

describe('a foreign key', () => {
  // A partial index on the rows with a key is enough: a null key references nothing.
  it('has an index that begins with its columns', async () => {
    const unindexed = await listNames(
      `select conrelid::regclass || '.' || conname as name from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
         select from pg_index where indrelid = conrelid
         and (indpred is null or pg_get_expr(indpred, indrelid) in (
           select format('(%I IS NOT NULL)', attname) from pg_attribute where attrelid = conrelid and attnum = any(conkey)))
         and (select array_agg(key order by key) from unnest((indkey::int2[])[0:cardinality(conkey) - 1]) key)
           = (select array_agg(key order by key) from unnest(conkey) key))`,
    )
    expect(unindexed).toEqual([])
  })
})

describe('a constraint that a request can violate', () => {
  it('has an error message', async () => {
    // Primary keys of a single generated uuid are left out.
    const unique = await listNames(
      `select index.relname as name from pg_index
       join pg_class on pg_class.oid = indrelid join pg_class index on index.oid = indexrelid
       where pg_class.${inPublicSchema} and indisunique and not (indisprimary and exists (
         select from pg_attribute where attrelid = indrelid and attname = 'id' and attnum = any(indkey)))`,
    )
    const checks = await listNames(
      `select conname as name from pg_constraint join pg_class on pg_class.oid = conrelid where ${inPublicSchema} and contype in ('c', 'x')`,
    )
    expectOnly(
      [...unique, ...checks].filter((name) => !mapped.includes(name)),
      unmappedConstraints,
    )
  })
  it('still exists', async () => {
    const known = await listNames(
      `select relname as name from pg_class where ${inPublicSchema} union select conname from pg_constraint`,
    )
    expect(mapped.filter((name) => !known.includes(name))).toEqual([])
  })
})
