import type { ComparedKind } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'

/** Rows of another table that make up a row: what a role gives, where a user belongs. */
export type Part = {
  table: string
  /** The column that names the row which it is part of. */
  of: string
  /** Columns that change by themselves. */
  ignored?: readonly string[]
}
/** What is compared as one row. */
export type Kind = {
  table: string
  /** The columns that name a row. */
  key?: readonly [string, ...string[]]
  /** The column with its name, and one that says which of several with that name. */
  names: readonly string[]
  parts?: readonly Part[]
  /** Columns that change by themselves. */
  ignored?: readonly string[]
}

/** Columns that say that a row was changed, and not what. */
export const stamps = ['version', 'updated_at', 'updated_by'] as const

/** Every kind of rows that an archive is compared by. Each of its tables is here or among `notCompared`. */
export const kinds: Readonly<Record<ComparedKind, Kind>> = {
  company: { table: 'companies', names: ['name'] },
  tenant: {
    table: 'tenants',
    key: ['company_id'],
    names: [],
    parts: [{ table: 'tenant_domains', of: 'company_id' }],
  },
  customField: { table: 'custom_fields', names: ['name', 'key'] },
  post: { table: 'posts', names: ['name', 'code'] },
  role: {
    table: 'roles',
    names: ['name', 'code'],
    parts: [
      { table: 'role_elements', of: 'role_id' },
      { table: 'role_menus', of: 'role_id' },
      { table: 'role_assignable', of: 'role_id' },
    ],
  },
  // The path follows from the parents.
  organization: {
    table: 'orgs',
    names: ['name', 'code'],
    parts: [{ table: 'org_roles', of: 'org_id' }],
    ignored: ['path'],
  },
  user: {
    table: 'users',
    names: ['name', 'account'],
    parts: [
      { table: 'user_orgs', of: 'user_id' },
      { table: 'user_roles', of: 'user_id' },
    ],
    ignored: ['password_changed_at', 'must_change_password'],
  },
  dictItem: { table: 'dict_layers', names: ['name', 'code'] },
  baseParameter: { table: 'base_parameters', names: ['name', 'code'] },
  notice: {
    table: 'notices',
    names: ['title'],
    ignored: ['of_platform'],
    parts: [
      { table: 'notice_files', of: 'notice_id', ignored: ['downloads'] },
      { table: 'notice_pictures', of: 'notice_id' },
    ],
  },
  noticePolicy: { table: 'notice_policies', key: ['company_id'], names: [] },
  document: {
    table: 'documents',
    names: ['name'],
    parts: [
      { table: 'document_versions', of: 'document_id' },
      { table: 'document_grants', of: 'document_id' },
    ],
  },
  excel: { table: 'excels', names: ['name', 'code'], parts: [{ table: 'excel_columns', of: 'excel_id' }] },
  openApp: {
    table: 'open_apps',
    names: ['name'],
    parts: [
      { table: 'open_app_apis', of: 'app_id' },
      { table: 'open_app_oidc', of: 'app_id' },
      { table: 'open_app_portals', of: 'app_id' },
      { table: 'open_app_scim', of: 'app_id' },
      { table: 'open_app_scim_roles', of: 'app_id' },
      { table: 'app_approvers', of: 'app_id' },
    ],
  },
  webhook: { table: 'webhooks', names: ['url'], ignored: ['failing_since'] },
  identityProvider: { table: 'identity_providers', names: ['name'] },
  passwordPolicy: { table: 'password_policies', key: ['company_id', 'kind'], names: [] },
  enterprise: { table: 'enterprises', key: ['company_id'], names: ['name'] },
}

const log = 'a log: it only grows, and goes by age'
const derived = 'follows from other tables'
const personal = 'what people arrange for themselves'
const request = 'a request that is decided, or goes by age'
const usedFile = 'bytes and names of files; what uses them is compared'
const words = 'what names read like in other languages, which no name depends on'
const beside = 'what people put on rows to find them, which goes on'
const said = 'what people have said beside rows, which goes on'
const secret = 'belongs to a secret, which an archive does not have'

/** Archived tables that are not compared, and why. */
export const notCompared: Readonly<Record<string, string>> = {
  access_requests: request,
  app_consents: personal,
  app_requests: request,
  approval_acts: log,
  approval_deputies: personal,
  approval_flows: 'few rows, which administrators read and set as a whole',
  approvals: request,
  audit_checkpoints: log,
  audit_log: log,
  audit_segments: log,
  base_parameter_versions: log,
  bulk_rows: log,
  bulks: log,
  comment_files: usedFile,
  comments: said,
  custom_field_limits: 'names roles as they were, which decide today',
  denials: log,
  document_downloads: log,
  document_links: secret,
  document_receipts: log,
  enterprise_licences: usedFile,
  failed_calls: log,
  file_contents: usedFile,
  file_references: derived,
  files: usedFile,
  growth_months: derived,
  identity_links: personal,
  identity_mapped_orgs: derived,
  identity_mapped_roles: derived,
  import_rows: log,
  imports: log,
  invitations: secret,
  job_files: log,
  job_log: log,
  job_runs: log,
  list_settings: personal,
  list_views: personal,
  membership_invitations: request,
  messages: log,
  notice_receipts: log,
  notice_revisions: log,
  number_series: 'last numbers: put back, they would be given twice',
  observed_calls: log,
  oidc_consents: personal,
  open_alarms: log,
  open_app_logos: usedFile,
  open_app_scim_tokens: secret,
  open_app_scim_users: 'written by the applications themselves',
  open_app_secrets: secret,
  open_call_day_spreads: log,
  open_call_days: log,
  open_call_logs: log,
  open_call_spreads: log,
  open_call_sums: log,
  pinned_companies: personal,
  portal_shortcuts: personal,
  portraits: usedFile,
  preferences: personal,
  registrations: request,
  released_terms: request,
  removed_contents: usedFile,
  review_items: request,
  review_lists: request,
  reviews: request,
  sessions: log,
  sign_in_days: derived,
  sign_in_marks: derived,
  tagged_rows: beside,
  tags: beside,
  tenant_faults: derived,
  tenant_logos: usedFile,
  tenant_usage_days: derived,
  term_notices: log,
  trails: log,
  translation_changes: derived,
  translations: words,
  trusted_devices: personal,
  visit_requests: request,
  webhook_deliveries: log,
  webhook_secrets: secret,
}

export const keyOf = ({ key = ['id'] }: Kind) => key
export const partsOf = ({ parts = [] }: Kind) => parts
/** The tables of a kind, its own first. */
export const tablesOf = (kind: Kind): string[] => [kind.table, ...partsOf(kind).map(({ table }) => table)]
/** The column of a table of this kind that says which row a line belongs to. */
export const lineKey = (kind: Kind, table: string): readonly string[] =>
  table === kind.table ? keyOf(kind) : partsOf(kind).flatMap((part) => (part.table === table ? part.of : []))
