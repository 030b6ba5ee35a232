import { maxTemplate } from '@atrium/contract/features/companies/companies.contract.ts'
import { sql } from 'kysely'
import { allowMinutes } from '../../kernel/db/bound-connection.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'

/** What is taken over: whose it is, who begins with it, and who says so. */
export type Taking = { templateId: string; companyId: string; by: Person }
type Sizes = { [Kind in keyof typeof maxTemplate]: number }
type Row = { id: string }

const idsOf = ({ rows }: { rows: readonly Row[] }) => rows.map(({ id }) => id)
/** Ids for rows to come, numbered as these are. */
const given = (most: number) =>
  sql`unnest(${Array.from({ length: most }, newId)}::uuid[]) with ordinality as given (id, n)`
const upTo = (rows: ReturnType<typeof sql>, most: number) =>
  sql<number>`(select count(*) from (select from ${rows} limit ${most + 1}) few)`

/** The organisations of a company, each with the names on the way down to it: where it stands in any company's tree. */
const lines = (name: string, companyId: string) => sql`${sql.raw(name)} (id, parent_id, line) as (
    select id, parent_id, array[lower(name)] from orgs where company_id = ${companyId} and parent_id is null
    union all
    select below.id, below.parent_id, above.line || lower(below.name)
    from ${sql.raw(name)} above join orgs below on below.company_id = ${companyId} and below.parent_id = above.id)`

const ownRoles = (companyId: string) => sql`roles where company_id = ${companyId} and type <> 'builtin'`
const ownParameters = (companyId: string) =>
  sql`base_parameters where company_id = ${companyId} and not builtin and kind <> 'secret'`
/** The role of the company that stands for one of the template. */
const counterpart = (of: string, companyId: string) => {
  const named = (column: string) => sql`ours.${sql.raw(column)} = ${sql.raw(of)}.${sql.raw(column)}`
  return sql`(select ours.id from roles ours where ours.company_id = ${companyId} and (${named('code')} or ${named('name')})
    order by ${named('code')} desc limit 1)`
}
/** Roles that were just taken over, beside what they were taken from. */
const pairs = ({ templateId, companyId }: Taking, fresh: readonly string[]) =>
  sql`roles fresh join roles theirs on theirs.company_id = ${templateId} and theirs.code = fresh.code
    and fresh.company_id = ${companyId} and fresh.id = any(${fresh}::uuid[])`
/** A rule that compares with a name or an account is about certain people, and there are none of them here. */
const namesPeople = sql`jsonb_path_exists(rules,
  '$[*].conditions[*] ? ((@.field == "account" || @.field == "name") && exists(@.value))')`

/**
 * What a company begins with, taken from another. With platform sight, as both are named; set by set, so that no row passes
 * through here. What the company has already, by name or code, stays as it is.
 */
export const templatesRepository = {
  /** A customer's company that may be looked into, and kept until the transaction ends. */
  find: (db: Db, id: string) =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where('companies.id', '=', id)
      .select(['companies.name', sql<boolean>`tenants.switch_policy = 'allowed'`.as('isOpen')])
      .forKeyShare('companies')
      .executeTakeFirst(),
  /** The template a top company began like. */
  chosen: async (db: Db, companyId: string) =>
    (await db
      .selectFrom('tenants')
      .where('company_id', '=', companyId)
      .select(['template_id as templateId', 'template_at as takenAt'])
      .executeTakeFirst()) ?? { templateId: null, takenAt: null },
  noteTaken: (db: Db, companyId: string) =>
    db.updateTable('tenants').set({ template_at: sql`now()` }).where('company_id', '=', companyId).execute(),

  /** How much there is to take; what is more than may be taken is counted no further. */
  sizes: async (db: Db, id: string): Promise<Sizes> => {
    // A large one may take longer than a statement usually may, on a machine that is busy.
    await allowMinutes(db, 1)
    const { rows } = await sql<Sizes>`select
      ${upTo(sql`orgs where company_id = ${id}`, maxTemplate.organizations)} as organizations,
      ${upTo(sql`posts where company_id = ${id}`, maxTemplate.posts)} as posts,
      ${upTo(ownRoles(id), maxTemplate.roles)} as roles,
      ${upTo(ownParameters(id), maxTemplate.parameters)} as parameters`.execute(db)
    return rows[0] ?? { organizations: 0, posts: 0, roles: 0, parameters: 0 }
  },

  /** Out: those that are new. */
  takeOrganizations: async (db: Db, { templateId, companyId, by }: Taking, most: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return idsOf(
      await sql<Row>`with recursive ${lines('theirs', templateId)}, ${lines('ours', companyId)},
      -- From the top down, so that nothing is taken without what it stands in.
      missing as materialized (
        select theirs.id, row_number() over (order by cardinality(theirs.line), theirs.line) as n
        from theirs left join ours using (line) where ours.id is null),
      places as materialized (
        select theirs.id as source, theirs.parent_id as above, coalesce(ours.id, given.id) as id, ours.id is null as fresh
        from theirs left join ours using (line) left join missing on missing.id = theirs.id
          left join ${given(most)} on given.n = missing.n
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
  takePosts: async (db: Db, { templateId, companyId, by }: Taking, most: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return idsOf(
      await sql<Row>`insert into posts (company_id, id, name, code, level, created_by, updated_by)
      select ${companyId}, given.id, missing.name, missing.code, missing.level, ${person}::jsonb, ${person}::jsonb
      from (
        select name, code, level, row_number() over (order by code) as n from posts theirs
        where company_id = ${templateId} and not exists (
          select from posts ours where ours.company_id = ${companyId} and (ours.name = theirs.name or ours.code = theirs.code))
      ) missing join ${given(most)} on given.n = missing.n returning id`.execute(db),
    )
  },
  /** The roles alone; one whose rules are about certain people shows its wearers themselves. Out: those that are new. */
  takeRoles: async (db: Db, { templateId, companyId, by }: Taking, most: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return idsOf(
      await sql<Row>`insert into roles (company_id, id, code, name, description, type, data_scope, rules, home_menu, sort, status,
        created_by, updated_by)
      select ${companyId}, given.id, code, name, description, type, case when personal then 'self' else data_scope end,
        case when personal then '[]' else rules end,
        (select menu_id from plan_menus join tenants using (plan_id) where tenants.company_id = ${companyId} and menu_id = home_menu),
        sort, status, ${person}::jsonb, ${person}::jsonb
      from (
        select theirs.*, ${namesPeople} as personal, row_number() over (order by code) as n
        from (select * from ${ownRoles(templateId)}) theirs
        where not exists (
          select from roles ours where ours.company_id = ${companyId} and (ours.name = theirs.name or ours.code = theirs.code))
      ) missing join ${given(most)} on given.n = missing.n returning id`.execute(db),
    )
  },
  /** What they inherit from, the organisations they show, what they give and may hold: no more than the company's plan does. */
  fillRoles: async (db: Db, taking: Taking, fresh: readonly string[]) => {
    const { templateId, companyId } = taking
    const both = pairs(taking, fresh)
    await sql`with recursive ${lines('theirs', templateId)}, ${lines('ours', companyId)}
      update roles set parent_id = found.parent_id, data_org_ids = found.org_ids
      from (
        select fresh.id, (select ${counterpart('above', companyId)} from roles above
            where above.company_id = ${templateId} and above.id = theirs.parent_id) as parent_id,
          case when fresh.data_scope = 'custom' then array(
            select ours.id from theirs as shown join ours using (line) where shown.id = any(theirs.data_org_ids)) else '{}' end as org_ids
        from ${both}
      ) found where roles.company_id = ${companyId} and roles.id = found.id`.execute(db)
    const plan = sql`join tenants on tenants.company_id = ${companyId}`
    await sql`insert into role_elements (company_id, role_id, element)
      select ${companyId}, fresh.id, held.element from ${both}
      join role_elements held on held.company_id = theirs.company_id and held.role_id = theirs.id
      ${plan} join plan_elements inside on inside.plan_id = tenants.plan_id and inside.element = held.element`.execute(
      db,
    )
    await sql`insert into role_menus (company_id, role_id, menu_id)
      select ${companyId}, fresh.id, held.menu_id from ${both}
      join role_menus held on held.company_id = theirs.company_id and held.role_id = theirs.id
      ${plan} join plan_menus inside on inside.plan_id = tenants.plan_id and inside.menu_id = held.menu_id`.execute(db)
    await sql`insert into role_assignable (company_id, role_id, assignable_id)
      select ${companyId}, fresh.id, ${counterpart('named', companyId)} from ${both}
      join role_assignable may on may.company_id = theirs.company_id and may.role_id = theirs.id
      join roles named on named.company_id = may.company_id and named.id = may.assignable_id
      on conflict do nothing`.execute(db)
  },
  /** The roles of organisations that are new, where nobody belongs yet. */
  takeOrganizationRoles: (db: Db, { templateId, companyId, by }: Taking, fresh: readonly string[]) =>
    sql`with recursive ${lines('theirs', templateId)}, ${lines('ours', companyId)}
      insert into org_roles (company_id, org_id, role_id, granted_by)
      select ${companyId}, ours.id, ${counterpart('named', companyId)}, ${JSON.stringify(by)}::jsonb
      from ours join theirs using (line)
      join org_roles worn on worn.company_id = ${templateId} and worn.org_id = theirs.id
      join roles named on named.company_id = worn.company_id and named.id = worn.role_id and named.type <> 'builtin'
      where ours.id = any(${fresh}::uuid[])
      on conflict do nothing`.execute(db),
  takePasswordPolicy: (db: Db, { templateId, companyId, by }: Taking) =>
    sql`insert into password_policies (company_id, kind, min_length, max_length, history, expire_days, remind_days, updated_by)
      select ${companyId}, kind, min_length, max_length, history, expire_days, remind_days, ${JSON.stringify(by)}::jsonb
      from password_policies where company_id = ${templateId} on conflict do nothing`.execute(db),
  /** A company's own ones but for secrets, each with its first version. */
  takeParameters: async (db: Db, { templateId, companyId, by }: Taking, most: number): Promise<string[]> => {
    const person = JSON.stringify(by)
    return idsOf(
      await sql<Row>`with taken as (
        insert into base_parameters (company_id, id, code, name, kind, options, value, tags, description, created_by, updated_by)
        select ${companyId}, given.id, code, name, kind, options, value, tags, description, ${person}::jsonb, ${person}::jsonb
        from (
          select theirs.*, row_number() over (order by code) as n from (select * from ${ownParameters(templateId)}) theirs
          where not exists (select from base_parameters ours where ours.company_id = ${companyId} and ours.code = theirs.code)
        ) missing join ${given(most)} on given.n = missing.n
        returning *)
      insert into base_parameter_versions (company_id, parameter_id, version, code, name, kind, options, value, tags, description, created_by)
      select company_id, id, version, code, name, kind, options, value, tags, description, created_by from taken
      returning parameter_id as id`.execute(db),
    )
  },
}
