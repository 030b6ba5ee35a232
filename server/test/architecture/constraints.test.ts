import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { createdFeatures } from './created-features.ts'
import { expectOnly } from './expect-only.ts'

/** Unique and check constraints that no request can violate. */
const unmappedConstraints = {
  key_rotations__pk: 'a command of the operator begins a rotation, not a request',
  sealed_columns__pk: 'filled by migrations alone',
  job_runs__state: 'set only by the kernel, from its own list of values',
  job_runs__kind: 'set only by the kernel, from its own list of values',
  job_runs__requested: 'the kernel sets both columns in the same statement',
  job_log__pk: 'numbered by an identity column',
  job_files__pk: 'another file of the kind replaces the first (on conflict do update)',
  job_files__kind: 'the kernel has the same list of values',
  bulk_rows__pk: 'inserted once, numbered by the statement that selects the rows',
  bulk_rows__row: 'the statement that selects the rows finds each once',
  bulk_rows__verdict: 'set only by the feature, from its own list of values',
  bulk_passwords__pk: 'a run changes each row once, in the transaction that adds its password',
  bulk_rows__outcome: 'set only by the feature, from its own list of values',
  bulk_rows__undo: 'set only by the feature, from its own list of values',
  companies__platform: 'only the installation creates the platform company, and it accepts an existing one',
  plan_elements__pk: 'existing entries of a plan stay (on conflict do nothing)',
  list_settings__pk: 'saving again replaces the preferences (on conflict do update)',
  preferences__pk: 'saving again merges the preferences (on conflict do update)',
  list_views__default: 'changes of a user’s views are serialised, and the previous default is cleared first',
  pinned_companies__pk: 'changes of a user’s pins are serialised, and an existing pin is not inserted again',
  released_terms__term: 'releasing a term again updates its expiry (on conflict do update)',
  term_notices__pk: 'serialises the nodes; the second one does nothing (on conflict do update)',
  reviews__coverage: 'contract and table allow the same values',
  reviews__unanswered: 'contract and table allow the same values',
  reviews__state: 'set only by the feature, from its own list of values',
  reviews__repeat_months: 'contract and table allow the same numbers',
  reviews__repeat_by: 'the statements that set and end a series write both columns',
  review_lists__pk: 'inserted once, by the statement that starts a review',
  review_items__given: 'inserted once, by the statement that starts a review',
  review_items__other: 'the statement that starts a review assigns no user their own items',
  review_items__answer: 'contract and table allow the same values',
  review_items__outcome: 'set only by the feature, from its own list of values',
  org_roles__pk: 'changes of a tree are serialised, and existing roles of an organisation are not inserted again',
  plan_menus__pk: 'existing entries of a plan stay (on conflict do nothing)',
  plans__status: 'the contract allows no other number',
  plans__most_users: 'the contract requires at least one',
  plans__most_sms: 'the contract requires at least one',
  plans__most_storage: 'the contract requires at least one',
  tenants_pkey: 'inserted once, in the transaction that creates the company',
  tenants__grace_days: 'the contract has the same limits',
  tenants__most_users: 'the contract requires at least one',
  tenants__most_sms: 'the contract requires at least one',
  tenants__most_storage: 'the contract requires at least one',
  tenants__idle_minutes: 'the contract requires at least five',
  tenants__absolute_minutes: 'the contract requires at least ten',
  tenants__most_devices: 'the contract requires at least one',
  tenants__switch_policy: 'contract and table allow the same values',
  membership_invitations__state: 'set only by the feature, from its own list of values',
  sessions__visit: 'one statement writes all columns of a visit',
  visit_requests__mode: 'contract and table allow the same values',
  visit_requests__state: 'contract and table allow the same values',
  visit_requests__use: 'allowing sets the end in the same statement',
  visit_requests__open: 'a repeated request updates the undecided one (on conflict do update)',
  menu_elements__pk: 'changes of menus are serialised, and replace all elements of a menu without duplicates',
  menus__code: 'the code of an added menu is its random id; the catalogue step updates existing menus',
  users__account: 'the contract allows no other account',
  login_directory__pk: 'adding and binding accept an existing row (on conflict do nothing)',
  user_orgs__pk: 'existing members stay (on conflict do nothing)',
  user_orgs__primary: 'changes of a company’s tree are serialised, and each leaves one primary organisation per user',
  user_orgs__duty: 'the contract allows no other value',
  areas__pk: 'no request writes it: the owner loads all rows at once',
  area_editions__pk: 'no request writes it: the owner accepts an existing row (on conflict do nothing)',
  dict_groups__code: 'adding accepts a removed group and finds others (on conflict do update)',
  dict_items__code: 'adding accepts a removed item and finds others (on conflict do update)',
  dict_items__color: 'the contract allows no other colour',
  dict_items__status: 'the contract allows no other value',
  dict_items__period: 'the feature compares both times first',
  dict_layers__code:
    'adding accepts a removed item and finds others; adjusting replaces the layer (on conflict do update)',
  dict_layers__color: 'the contract allows no other colour',
  dict_layers__status: 'the contract allows no other value',
  dict_layers__period: 'the feature compares both times first',
  open_app_portals__pk: 'later settings replace earlier ones (on conflict do update)',
  open_app_portals__audience: 'the contract allows no other value',
  open_app_portals__open_mode: 'the contract allows no other value',
  app_approvers__pk: 'the feature replaces them as a whole, without duplicates',
  app_requests__state: 'set only by the feature, from its own list of values',
  portal_shortcuts__pk: 'later shortcuts replace earlier ones (on conflict do update)',
  portal_shortcuts__kind: 'the contract allows no other value',
  app_consents__pk: 'a later consent replaces the earlier one (on conflict do update)',
  sso_tickets_pkey: 'a ticket has 256 random bits',
  enterprises__pk: 'added once, with the company itself',
  enterprises__state: 'set only by the feature, from its own list of values',
  open_app_logos__pk: 'another logo replaces the one that is there (on conflict do update)',
  enterprise_licences__pk: 'another licence replaces the one that is there (on conflict do update)',
  open_apis__method: 'the contract allows no other value',
  open_apis__kind: 'the contract allows no other value, and the feature requires an API of the one kind alone',
  open_apis__audience: 'the contract allows no other value',
  open_apis__status: 'set only by the feature, from its own list of values',
  open_apps__app_key: 'the key has 64 random bits, and a company has at most 500',
  open_apps__kind: 'the contract allows no other value',
  open_app_apis__pk: 'granted while the application is locked, and only what it does not hold',
  identity_providers__id: 'ids are generated',
  identity_providers__kind: 'the contract allows no other value',
  identity_links__subject: 'an identity that is linked is refused or kept (on conflict do nothing)',
  identity_links__user: 'an account that is linked is refused or kept (on conflict do nothing)',
  identity_attempts__pk: 'the key is the hash of 256 random bits',
  identity_attempts__stage: 'set only by the feature, from its own list of values',
  open_app_oidc__pk: 'set up while the application is locked',
  open_app_oidc__secret_by: 'the contract allows no other value',
  open_app_scim__pk: 'later settings replace earlier ones (on conflict do update)',
  open_app_scim_tokens__digest: 'a token has 256 random bits',
  open_app_scim_roles__pk: 'a role that is chosen already stays (on conflict do nothing)',
  open_app_scim_users__pk: 'a later name replaces the earlier one (on conflict do update)',
  open_app_scim_users__user_name: 'the protocol answers it by a conflict of its own',
  oidc_logouts__pk: 'one that is noted again is the same (on conflict do nothing)',
  oidc_consents__pk: 'what is allowed again is added (on conflict do update)',
  open_call_sums__pk: 'sums of several nodes are added (on conflict do update)',
  open_call_spreads__pk: 'calls of several nodes are added (on conflict do update)',
  open_call_days__pk: 'a day that is added up again is replaced (on conflict do update)',
  open_call_day_spreads__pk: 'a day that is added up again is replaced (on conflict do update)',
  open_alarms__pk: 'an alarm that was told is told again only after its pause (on conflict do update)',
  open_nonces__pk: 'a nonce that is known refuses its call (on conflict do nothing)',
  webhook_deliveries__kind: 'set only by the feature, from its own list of values',
  webhook_deliveries__state: 'set only by the feature, from its own list of values',
  open_leases__pk: 'leases of several nodes are added (on conflict do update)',
  excels__mode: 'the contract allows no other value',
  excels__status: 'the contract allows no other value',
  excel_columns__pk: 'columns are replaced as a whole while their template is locked',
  imports__mode: 'the contract allows no other value',
  import_rows__pk: 'the rows of an import are replaced as a whole, by one of its runs at a time',
  import_rows__verdict: 'set only by the feature, from its own list of values',
  import_rows__outcome: 'set only by the feature, from its own list of values',
  notices__type: 'the contract allows no other value',
  notices__scope: 'the contract allows no other value',
  notices__level: 'the contract allows no other value',
  notices__state: 'set only by the feature, from its own list of values',
  notices__approved: 'the feature refuses writers first, while the notice is locked',
  notice_policies__pk: 'of two concurrent first edits, the second gets a version conflict (on conflict do nothing)',
  notices__issued: 'issuing sets the start in the same statement',
  notice_revisions__pk: 'a revision is stored once, while its notice is locked',
  notice_files__pk: 'the file was added in the same transaction',
  notice_pictures__pk: 'noting a picture again changes nothing (on conflict do nothing)',
  notice_tallies__pk: 'the trigger adds to the existing row (on conflict do update)',
  notice_receipts__pk: 'reading again updates the receipt (on conflict do update)',
  orgs__status: 'the contract allows no other value',
  user_roles__pk: 'assigning again updates the times (on conflict do update)',
  roles__type: 'the contract allows no other value',
  roles__data_scope: 'the contract allows no other value',
  roles__status: 'only locking and unlocking write it, as 0 and 1',
  role_elements__pk: 'existing grants stay (on conflict do nothing)',
  role_menus__pk: 'existing grants stay (on conflict do nothing)',
  role_assignable__pk: 'existing grants stay (on conflict do nothing)',
  headcounts__pk: 'only the trigger of new companies inserts it',
  tenant_logos__pk: 'a second logo replaces the first (on conflict do update)',
  tenants__primary_color: 'the contract allows no other colour',
  tenants__background: 'the contract allows no other colour',
  tenant_domains__pk: 'adding accepts an existing row (on conflict do nothing)',
  storage_totals__pk: 'only triggers insert it (on conflict do update)',
  file_contents__pk: 'bytes that are there get a new time (on conflict do update)',
  files__state: 'set only by the feature, from its own list of values',
  file_references__pk: 'only triggers insert it (on conflict do nothing)',
  portraits__pk: 'a second picture replaces the first (on conflict do update)',
  documents__kind: 'the feature writes both kinds itself',
  documents__top: 'the feature refuses files without a folder first',
  document_versions__pk: 'changes of a company’s documents are serialised, and each version takes the next number',
  document_grants__once: 'changes of a company’s documents are serialised, and existing grants are not inserted again',
  document_grants__subject: 'a grant names the one subject of its kind',
  document_grants__level: 'the contract allows no other level',
  document_receipts__pk: 'reading again updates the receipt (on conflict do update)',
  document_links__token: 'the digest of 256 random bits',
  document_links__uses_left: 'a use is taken only while one is left, and the contract requires at least one',
  elements__id: 'a random id generated by the product',
  elements__bit: 'an identity column of the database',
  element_apis__pk: 'binding accepts an existing row (on conflict do nothing)',
  observed_calls__pk: 'a node adds to the existing row (on conflict do update)',
  observed_elements__pk: 'inserted while the API is locked and not observed yet',
  apis__audit: 'the contract allows the same values',
  apis__mode: 'the contract allows the same values',
  identity_mapped_roles__pk: 'rules give what the locked person does not hold, and a row ends with what is held',
  identity_mapped_orgs__pk: 'rules give what the locked person does not hold, and a row ends with what is held',
  api_calls__pk: 'a node adds to the existing row (on conflict do update)',
  sign_in_days__pk: 'the job adds to the existing row (on conflict do update)',
  sign_in_days__hours: 'the job writes a count for each of the 24 hours',
  sign_in_marks__pk: 'the job replaces the existing row (on conflict do update)',
  growth_months__pk: 'the job replaces the existing row (on conflict do update)',
  tenant_faults__pk: 'the job deletes all rows first, and finds each kind once per tenant',
  overview_counts__pk: 'one row, inserted by the migration',
  overview_counts__only_row: 'one row, inserted by the migration',
  registry_epoch_pkey: 'one row, inserted by the migration',
  registry_epoch__single: 'one row, inserted by the migration',
  modules__app: 'contract and catalogue step allow the same values',
  modules__origin: 'contract and catalogue step allow the same values',
  modules__state: 'contract and catalogue step allow the same values',
  elements__field: 'the contract requires the restricted field, and only such elements store one',
  elements__kind: 'contract and catalogue step allow the same values',
  elements__risk: 'contract and catalogue step allow the same values',
  elements__origin: 'contract and catalogue step allow the same values',
  elements__state: 'contract and catalogue step allow the same values',
  apis__auth: 'contract and catalogue step allow the same values',
  apis__origin: 'contract and catalogue step allow the same values',
  apis__state: 'contract and catalogue step allow the same values',
  idempotency_keys__pk: 'a second call with the same key waits for the first and gets the same reply',
  companies__members:
    'created only by the product; a concurrent creator uses the existing one (on conflict do nothing)',
  invitations__code: 'fifty random bits; a collision fails the call, and a retry generates another code',
  message_templates__code: 'seeded only by the product, and only if missing (on conflict do nothing)',
  password_policies_pkey: 'of two concurrent first edits, the second gets a version conflict (on conflict do nothing)',
  recovery_codes__pk: 'the key is the keyed digest of fifty random bits',
  recovery_tickets_pkey: 'the key is the digest of 256 random bits',
  totp_secrets__pk: 'a pending secret is replaced (on conflict do update)',
  limits_pkey: 'the counter adds to the existing row (on conflict do update)',
  trails__pk: 'attaching accepts an existing row (on conflict do nothing)',
  audit_log__pk: 'the sealing trigger numbers the rows in sequence',
  audit_heads_pkey: 'the sealing trigger updates the one head of each company',
  audit_checkpoints__pk:
    'of two nodes that continue from the same row, the first one’s checkpoint stays (on conflict do nothing)',
  audit_checkpoints__seq: 'created only for chains that have grown',
  base_parameter_versions__pk: 'a version is stored once, while its parameter is locked',
  events__pk: 'the number comes from a sequence',
  events__audience: 'the type of an audience allows no user without a company',
  events__data: 'topics hold a few ids, and no request chooses their length',
  schedules_pkey: 'nodes declare the same together (on conflict do update)',
  sign_in_attempts_pkey: 'the key is the digest of 256 random bits',
  serving_login_pkey: 'inserted once, by the owner, at the first start',
  installation_key_pkey: 'written once, by the owner, at the first start',
  schema_changes_pkey: 'written only by the migrator, under its lock',
  schema_migrations_pkey: 'written only by the migrator, under its lock',
}

let app: TestApp
let mapped: string[]
beforeAll(async () => {
  app = await createTestApp()
  mapped = Object.keys(createdFeatures(app).constraints)
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
