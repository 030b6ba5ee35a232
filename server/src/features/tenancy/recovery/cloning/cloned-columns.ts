/**
 * What a clone gets of a column: the value (`keep`), the id of the cloned row (`id`, `ids` in a list, `path` in a path of
 * ids, `inside` anywhere in JSON), who did it without their name (`person`), or what the column has by itself (`leave`):
 * personal data, free texts, what is unique on the platform, and what begins again in the clone. `later`: an id that is set
 * once all rows are there.
 */
export type Treatment =
  | 'keep'
  | 'id'
  | 'ids'
  | 'path'
  | 'inside'
  | 'person'
  | 'account'
  | 'fullName'
  | 'later'
  | 'leave'
type ClonedTable = Readonly<Record<string, Treatment>>

const written = {
  created_at: 'keep',
  created_by: 'person',
  updated_at: 'keep',
  updated_by: 'person',
  version: 'leave',
} as const

/** Every column of the tables that a clone has rows in. A new one is a line here. */
export const clonedColumns = {
  companies: {
    id: 'id',
    parent_id: 'later',
    status: 'keep',
    area_code: 'keep',
    industry: 'keep',
    size: 'keep',
    // Unique on the platform, or set by the clone.
    name: 'leave',
    short_name: 'leave',
    code: 'leave',
    credit_code: 'leave',
    platform: 'leave',
    members: 'leave',
    top_id: 'leave',
    admin_id: 'leave',
    // Personal.
    legal: 'leave',
    contact: 'leave',
    phone: 'leave',
    email: 'leave',
    address: 'leave',
    remark: 'leave',
    custom: 'leave',
    locked_at: 'leave',
    locked_until: 'leave',
    lock_reason: 'leave',
    locked_by: 'leave',
    ...written,
  },
  custom_fields: {
    company_id: 'id',
    id: 'id',
    entity: 'keep',
    key: 'keep',
    name: 'keep',
    kind: 'keep',
    // A clone is no platform.
    platform: 'leave',
    dictionary: 'keep',
    help: 'keep',
    pattern: 'keep',
    required: 'keep',
    is_unique: 'keep',
    searchable: 'keep',
    listed: 'keep',
    sort: 'keep',
    status: 'keep',
    removed_at: 'keep',
    ...written,
  },
  posts: { company_id: 'id', id: 'id', name: 'keep', code: 'keep', level: 'keep', custom: 'inside', ...written },
  roles: {
    company_id: 'id',
    id: 'id',
    code: 'keep',
    name: 'keep',
    everything: 'keep',
    description: 'leave',
    type: 'keep',
    parent_id: 'later',
    data_scope: 'keep',
    data_org_ids: 'ids',
    rules: 'inside',
    home_menu: 'keep',
    workbench: 'keep',
    sort: 'keep',
    status: 'keep',
    ...written,
  },
  role_elements: { company_id: 'id', role_id: 'id', element: 'keep' },
  role_menus: { company_id: 'id', role_id: 'id', menu_id: 'keep' },
  role_assignable: { company_id: 'id', role_id: 'id', assignable_id: 'id' },
  orgs: {
    company_id: 'id',
    id: 'id',
    parent_id: 'later',
    name: 'keep',
    path: 'path',
    sort: 'keep',
    code: 'keep',
    kind: 'keep',
    phone: 'leave',
    email: 'leave',
    custom: 'inside',
    status: 'keep',
    ...written,
  },
  org_roles: { company_id: 'id', org_id: 'id', role_id: 'id', granted_by: 'person', granted_at: 'keep' },
  users: {
    company_id: 'id',
    id: 'id',
    account: 'account',
    name: 'fullName',
    status: 'keep',
    expire_at: 'keep',
    time_zone: 'keep',
    // Personal, or credentials.
    phone: 'leave',
    email: 'leave',
    password_changed_at: 'leave',
    must_change_password: 'leave',
    sex: 'leave',
    signature: 'leave',
    home: 'leave',
    sms_second_step: 'leave',
    sign_in_notice: 'leave',
    language: 'leave',
    remark: 'leave',
    custom: 'leave',
    locked_at: 'leave',
    locked_until: 'leave',
    lock_reason: 'leave',
    locked_by: 'leave',
    // Deleted users and members from elsewhere are not cloned.
    deleted_at: 'leave',
    deleted_by: 'leave',
    principal_company_id: 'leave',
    principal_id: 'leave',
    ...written,
  },
  user_orgs: {
    company_id: 'id',
    user_id: 'id',
    org_id: 'id',
    is_primary: 'keep',
    duty: 'keep',
    post_id: 'id',
    since: 'keep',
  },
  user_roles: {
    company_id: 'id',
    user_id: 'id',
    role_id: 'id',
    start_at: 'keep',
    expires_at: 'keep',
    reason: 'leave',
    granted_by: 'person',
    granted_at: 'keep',
    scope_org_id: 'id',
  },
  dict_layers: {
    company_id: 'id',
    id: 'id',
    group_id: 'keep',
    code: 'keep',
    name: 'keep',
    value: 'keep',
    parent: 'keep',
    sort: 'keep',
    color: 'keep',
    tags: 'keep',
    status: 'keep',
    starts_at: 'keep',
    ends_at: 'keep',
    description: 'keep',
    removed_at: 'keep',
    ...written,
  },
  password_policies: {
    company_id: 'id',
    kind: 'keep',
    min_length: 'keep',
    max_length: 'keep',
    expire_days: 'keep',
    remind_days: 'keep',
    history: 'keep',
    updated_at: 'keep',
    updated_by: 'person',
    version: 'leave',
  },
} as const satisfies Readonly<Record<string, ClonedTable>>
export type ClonedTableName = keyof typeof clonedColumns

/** The tables in the order of their rows: what others refer to comes first. */
export const clonedTables = Object.keys(clonedColumns) as ClonedTableName[]

/** Kinds that a clone does not have, and why. */
export const notCloned: Readonly<Record<string, string>> = {
  tenant: 'a trial has terms of its own',
  baseParameter: 'values may be addresses, numbers and keys of outside systems',
  notice: 'texts name people',
  noticePolicy: 'without notices there is nothing to approve',
  document: 'files name people, and their bytes belong to the company',
  excel: 'defaults and examples are free texts',
  openApp: 'its secrets are not in the archive, and programs must not reach a copy',
  webhook: 'a copy sends nothing',
  identityProvider: 'people sign in to the original alone',
  enterprise: 'says who the company is',
}
