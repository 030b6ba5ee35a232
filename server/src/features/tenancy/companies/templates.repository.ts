import { templateLimits } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

/** The template, the company that copies it, and the person who does. */
export type TemplateCopy = { templateId: string; companyId: string; by: Person }
type Sizes = { [Kind in keyof typeof templateLimits]: number }
type Row = { id: string }

const toIds = ({ rows }: { rows: readonly Row[] }) => rows.map(({ id }) => id)
/** New ids, numbered for a join with numbered rows. */
const generatedIds = (max: number) =>
  sql`unnest(${Array.from({ length: max }, newId)}::uuid[]) with ordinality as given (id, n)`
const cappedCount = (rows: ReturnType<typeof sql>, max: number) =>
  sql<number>`(select count(*) from (select from ${rows} limit ${max + 1}) few)`

/** The organisations of a company with the path of their names, which identifies them across companies. */
const organizationPaths = (name: string, companyId: string) => sql`${sql.raw(name)} (id, parent_id, line) as (
    select id, parent_id, array[lower(name)] from orgs where company_id = ${companyId} and parent_id is null
    union all
    select below.id, below.parent_id, above.line || lower(below.name)
    from ${sql.raw(name)} above join orgs below on below.company_id = ${companyId} and below.parent_id = above.id)`

const ownRoles = (companyId: string) => sql`roles where company_id = ${companyId} and type <> 'builtin'`
const ownParameters = (companyId: string) =>
  sql`base_parameters where company_id = ${companyId} and not builtin and kind <> 'secret'`
/** The company's role that matches a role of the template by code or name. */
const counterpart = (of: string, companyId: string) => {
  const named = (column: string) => sql`ours.${sql.raw(column)} = ${sql.raw(of)}.${sql.raw(column)}`
  return sql`(select ours.id from roles ours where ours.company_id = ${companyId} and (${named('code')} or ${named('name')})
    order by ${named('code')} desc limit 1)`
}
/** Roles just copied, joined with their originals. */
const copiedRolePairs = ({ templateId, companyId }: TemplateCopy, createdIds: readonly string[]) =>
  sql`roles fresh join roles theirs on theirs.company_id = ${templateId} and theirs.code = fresh.code
    and fresh.company_id = ${companyId} and fresh.id = any(${createdIds}::uuid[])`
/** A rule on a name or account concerns certain people, who do not exist in the new company. */
const namesPeople = sql`jsonb_path_exists(rules,
  '$[*].conditions[*] ? ((@.field == "account" || @.field == "name") && exists(@.value))')`

/**
 * Copies the contents of a template company, set by set within the database. Rows that exist by name or code stay as
 * they are. Requires platform reach.
 */
export const templatesRepository = {
  /** A customer company, locked until the transaction ends, and whether it admits operators. */
  find: (db: Db, id: string) =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where('companies.id', '=', id)
      .select(['companies.name', sql<boolean>`tenants.switch_policy = 'allowed'`.as('isOpen')])
      .forKeyShare('companies')
      .executeTakeFirst(),
  /** The template chosen for a top company. */
  findChosenTemplate: async (db: Db, companyId: string) =>
    (await db
      .selectFrom('tenants')
      .where('company_id', '=', companyId)
      .select(['template_id as templateId', 'template_at as takenAt'])
      .executeTakeFirst()) ?? { templateId: null, takenAt: null },
  markCopied: (db: Db, companyId: string) =>
    db.updateTable('tenants').set({ template_at: sql`now()` }).where('company_id', '=', companyId).execute(),

  /** Sizes of a template, counted up to the limits. */
  sizes: async (db: Db, id: string): Promise<Sizes> => {
    // A large template on a busy machine may exceed the usual statement timeout.
    await extendTimeout(db, 1)
    const { rows } = await sql<Sizes>`select
      ${cappedCount(sql`orgs where company_id = ${id}`, templateLimits.organizations)} as organizations,
      ${cappedCount(sql`posts where company_id = ${id}`, templateLimits.posts)} as posts,
      ${cappedCount(ownRoles(id), templateLimits.roles)} as roles,
      ${cappedCount(ownParameters(id), templateLimits.parameters)} as parameters`.execute(db)
    return rows[0] ?? { organizations: 0, posts: 0, roles: 0, parameters: 0 }
  },

  /** Returns the ids of new organisations. */
  copyOrganizations: async (db: Db, { templateId, companyId, by }: TemplateCopy, max: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return toIds(
      await sql<Row>`with recursive ${organizationPaths('theirs', templateId)}, ${organizationPaths('ours', companyId)},
      -- From the top down, so that nothing is taken without what it stands in.
      missing as materialized (
        select theirs.id, row_number() over (order by cardinality(theirs.line), theirs.line) as n
        from theirs left join ours using (line) where ours.id is null),
      places as materialized (
        select theirs.id as source, theirs.parent_id as above, coalesce(ours.id, given.id) as id, ours.id is null as fresh
        from theirs left join ours using (line) left join missing on missing.id = theirs.id
          left join ${generatedIds(max)} on given.n = missing.n
        where coalesce(ours.id, given.id) is not null),
      placed as (
        select source, id, null::uuid as parent_id, '/' || id || '/' as path, fresh from places where above is null
        union all
        select places.source, places.id, placed.id, placed.path || places.id || '/', places.fresh
        from placed join places on places.above = placed.source)
      insert into orgs (company_id, id, parent_id, name, path, sort, code, kind, status, created_by, updated_by)
      select ${companyId}, placed.id, placed.parent_id, source.name, placed.path, source.sort,
        case when exists (select from orgs own where own.company_id = ${companyId} and own.code <> '' and own.code = source.code)
          then '' else source.code end, source.kind, source.status, ${person}::jsonb, ${person}::jsonb
      from placed join orgs source on source.company_id = ${templateId} and source.id = placed.source
      where placed.fresh returning id`.execute(db),
    )
  },
  copyPosts: async (db: Db, { templateId, companyId, by }: TemplateCopy, max: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return toIds(
      await sql<Row>`insert into posts (company_id, id, name, code, level, created_by, updated_by)
      select ${companyId}, given.id, missing.name, missing.code, missing.level, ${person}::jsonb, ${person}::jsonb
      from (
        select name, code, level, row_number() over (order by code) as n from posts theirs
        where company_id = ${templateId} and not exists (
          select from posts ours where ours.company_id = ${companyId} and (ours.name = theirs.name or ours.code = theirs.code))
      ) missing join ${generatedIds(max)} on given.n = missing.n returning id`.execute(db),
    )
  },
  /**
   * Copies roles without their rights; one with rules about certain people gets the row scope `self`.
   * @returns the ids of new roles
   */
  copyRoles: async (db: Db, { templateId, companyId, by }: TemplateCopy, max: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return toIds(
      await sql<Row>`insert into roles (company_id, id, code, name, description, type, data_scope, rules, home_menu, workbench, sort, status,
        created_by, updated_by)
      select ${companyId}, given.id, code, name, description, type, case when personal then 'self' else data_scope end,
        case when personal then '[]' else rules end,
        (select menu_id from plan_menus join tenants using (plan_id) where tenants.company_id = ${companyId} and menu_id = home_menu),
        workbench, sort, status, ${person}::jsonb, ${person}::jsonb
      from (
        select theirs.*, ${namesPeople} as personal, row_number() over (order by code) as n
        from (select * from ${ownRoles(templateId)}) theirs
        where not exists (
          select from roles ours where ours.company_id = ${companyId} and (ours.name = theirs.name or ours.code = theirs.code))
      ) missing join ${generatedIds(max)} on given.n = missing.n returning id`.execute(db),
    )
  },
  /** Copies parents, organisation scopes, rights and assignable roles, within the company's plan. */
  copyRoleRights: async (db: Db, copy: TemplateCopy, createdIds: readonly string[]) => {
    const { templateId, companyId } = copy
    const rolePairs = copiedRolePairs(copy, createdIds)
    await sql`with recursive ${organizationPaths('theirs', templateId)}, ${organizationPaths('ours', companyId)}
      update roles set parent_id = found.parent_id, data_org_ids = found.org_ids
      from (
        select fresh.id, (select ${counterpart('above', companyId)} from roles above
            where above.company_id = ${templateId} and above.id = theirs.parent_id) as parent_id,
          case when fresh.data_scope = 'custom' then array(
            select ours.id from theirs as shown join ours using (line) where shown.id = any(theirs.data_org_ids)) else '{}' end as org_ids
        from ${rolePairs}
      ) found where roles.company_id = ${companyId} and roles.id = found.id`.execute(db)
    const plan = sql`join tenants on tenants.company_id = ${companyId}`
    await sql`insert into role_elements (company_id, role_id, element)
      select ${companyId}, fresh.id, held.element from ${rolePairs}
      join role_elements held on held.company_id = theirs.company_id and held.role_id = theirs.id
      ${plan} join plan_elements inside on inside.plan_id = tenants.plan_id and inside.element = held.element`.execute(
      db,
    )
    await sql`insert into role_menus (company_id, role_id, menu_id)
      select ${companyId}, fresh.id, held.menu_id from ${rolePairs}
      join role_menus held on held.company_id = theirs.company_id and held.role_id = theirs.id
      ${plan} join plan_menus inside on inside.plan_id = tenants.plan_id and inside.menu_id = held.menu_id`.execute(db)
    await sql`insert into role_assignable (company_id, role_id, assignable_id)
      select ${companyId}, fresh.id, ${counterpart('named', companyId)} from ${rolePairs}
      join role_assignable may on may.company_id = theirs.company_id and may.role_id = theirs.id
      join roles named on named.company_id = may.company_id and named.id = may.assignable_id
      on conflict do nothing`.execute(db)
  },
  /** Copies the roles of new organisations, which have no members yet. */
  copyOrganizationRoles: (db: Db, { templateId, companyId, by }: TemplateCopy, createdIds: readonly string[]) =>
    sql`with recursive ${organizationPaths('theirs', templateId)}, ${organizationPaths('ours', companyId)}
      insert into org_roles (company_id, org_id, role_id, granted_by)
      select ${companyId}, ours.id, ${counterpart('named', companyId)}, ${JSON.stringify(by)}::jsonb
      from ours join theirs using (line)
      join org_roles assignment on assignment.company_id = ${templateId} and assignment.org_id = theirs.id
      join roles named on named.company_id = assignment.company_id and named.id = assignment.role_id and named.type <> 'builtin'
      where ours.id = any(${createdIds}::uuid[])
      on conflict do nothing`.execute(db),
  copyPasswordPolicy: (db: Db, { templateId, companyId, by }: TemplateCopy) =>
    sql`insert into password_policies (company_id, kind, min_length, max_length, history, expire_days, remind_days, updated_by)
      select ${companyId}, kind, min_length, max_length, history, expire_days, remind_days, ${JSON.stringify(by)}::jsonb
      from password_policies where company_id = ${templateId} on conflict do nothing`.execute(db),
  /** Copies what the company lays over dictionaries: its organisations and posts hold their codes. */
  copyDictionaries: (db: Db, { templateId, companyId, by }: TemplateCopy) =>
    sql`insert into dict_layers (company_id, id, group_id, code, name, value, parent, sort, color, tags, status, starts_at,
        ends_at, description, created_by, updated_by)
      select ${companyId}, gen_random_uuid(), group_id, code, name, value, parent, sort, color, tags, status, starts_at,
        ends_at, description, ${JSON.stringify(by)}::jsonb, ${JSON.stringify(by)}::jsonb
      from dict_layers where company_id = ${templateId} and removed_at is null on conflict do nothing`.execute(db),
  /** Copies the company's own parameters, without secrets, each with a first version. */
  copyParameters: async (db: Db, { templateId, companyId, by }: TemplateCopy, max: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return toIds(
      await sql<Row>`with taken as (
        insert into base_parameters (company_id, id, code, name, kind, options, value, tags, description, created_by, updated_by)
        select ${companyId}, given.id, code, name, kind, options, value, tags, description, ${person}::jsonb, ${person}::jsonb
        from (
          select theirs.*, row_number() over (order by code) as n from (select * from ${ownParameters(templateId)}) theirs
          where not exists (select from base_parameters ours where ours.company_id = ${companyId} and ours.code = theirs.code)
        ) missing join ${generatedIds(max)} on given.n = missing.n
        returning *)
      insert into base_parameter_versions (company_id, parameter_id, version, code, name, kind, options, value, tags, description, created_by)
      select company_id, id, version, code, name, kind, options, value, tags, description, created_by from taken
      returning parameter_id as id`.execute(db),
    )
  },
}
