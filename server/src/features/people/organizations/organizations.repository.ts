import type {
  OrganizationDetail,
  OrganizationRow,
  OrganizationWrite,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { ancestorNames, pathIds } from '../../access/authorization/index.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import type { Counts } from './organization-counts.repository.ts'
import { leaders } from './organization-leaders.repository.ts'

/** An organisation with its position in the tree. */
export type OrganizationPosition = {
  id: string
  name: string
  parent: string | null
  path: string
  sort: number
  status: number
  version: number
}

/**
 * A scalar subquery runs per row; `not exists` would be planned as a join over the whole company to show a dozen rows.
 */
const isLeaf = sql<boolean>`coalesce((
  select false from orgs below where below.company_id = orgs.company_id and below.parent_id = orgs.id limit 1), true)`
/** Direct child of `parent`, or a root; two forms so that the index of siblings serves both. */
const isChildOf = (parent: string | null) =>
  parent === null ? sql<boolean>`parent_id is null` : sql<boolean>`parent_id = ${parent}::uuid`

const selectOrganizations = (db: Db, companyId: string) =>
  db.selectFrom('orgs').where('orgs.company_id', '=', companyId)
const selectRows = (db: Db, actor: Viewer) =>
  selectOrganizations(db, actor.companyId).select([
    'orgs.id',
    'orgs.name',
    'orgs.code',
    'orgs.kind',
    'orgs.parent_id as parent',
    'orgs.sort',
    'orgs.status',
    'orgs.created_at as createTime',
    'orgs.created_by as createBy',
    'orgs.updated_at as updateTime',
    'orgs.updated_by as updateBy',
    'orgs.version',
    isLeaf.as('leaf'),
    leaders(actor).as('leaders'),
  ])
const selectPositions = (db: Db, companyId: string) =>
  selectOrganizations(db, companyId)
    .select([
      'orgs.id',
      'orgs.name',
      'orgs.parent_id as parent',
      'orgs.path',
      'orgs.sort',
      'orgs.status',
      'orgs.version',
    ])
    .$castTo<OrganizationPosition>()

type DetailColumns = Omit<OrganizationDetail, keyof Counts>
type RowColumns = Omit<OrganizationRow, 'orgId' | 'companyId' | 'type' | 'onlyId' | 'found' | keyof Counts>

/** Ids in a path, root first: '/1/5/9/'. */
export const toIds = (path: string): string[] => path.split('/').filter((id) => id !== '')

export const organizationsRepository = {
  /** Children of an organisation, or the roots. */
  children: (db: Db, actor: Viewer, parent: string | null, max: number) =>
    selectRows(db, actor)
      .where(isChildOf(parent))
      // Equal for all rows, but without it the planner does not use the index order for roots.
      .orderBy('orgs.parent_id')
      .orderBy('orgs.sort')
      .orderBy(byName('orgs.name'))
      .orderBy('orgs.id')
      .limit(max)
      .$castTo<RowColumns>()
      .execute(),

  /** Ids of organisations whose name or code matches. */
  searchIds: async (db: Db, search: string, max: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`select id from find_orgs(${search}, ${max}) as id`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** Organisations with all their ancestors, parents first. */
  withAncestors: (db: Db, actor: Viewer, ids: readonly string[]) =>
    selectRows(db, actor)
      .where(
        sql<boolean>`orgs.id = any(array(
          select distinct unnest(string_to_array(trim(both '/' from line.path), '/'))::uuid from orgs line
          where line.company_id = ${actor.companyId} and line.id = any(${ids})))`,
      )
      .select(ancestorNames.as('above'))
      .orderBy(sql`length(orgs.path)`)
      .orderBy('orgs.sort')
      .orderBy(byName('orgs.name'))
      .orderBy('orgs.id')
      .$castTo<RowColumns>()
      .execute(),

  find: (db: Db, actor: Viewer, id: string): Promise<DetailColumns | undefined> =>
    selectRows(db, actor)
      .where('orgs.id', '=', id)
      .select(['orgs.phone', 'orgs.email'])
      .select([
        sql<OrganizationDetail['above']>`(
          select coalesce(json_agg(json_build_object('id', line.id, 'name', (
            select above.name from orgs above where above.company_id = orgs.company_id and above.id = line.id
          )) order by line.at), '[]')
          from ${pathIds} where line.id <> orgs.id)`.as('above'),
        sql<number>`(select count(*)::int - 1 from orgs below
          where below.company_id = orgs.company_id and is_within(below.path, orgs.path))`.as('below'),
        sql<OrganizationDetail['roles']>`(
          select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name collate by_name), '[]')
          from org_roles own join roles on roles.company_id = own.company_id and roles.id = own.role_id
          where own.company_id = orgs.company_id and own.org_id = orgs.id)`.as('roles'),
      ])
      .$castTo<DetailColumns>()
      .executeTakeFirst(),

  /** Serialises changes of a company's tree, because its invariants span all of it. */
  lockTree: (db: Db, companyId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended('orgs', hashtextextended(${companyId}, 0)))`.execute(db),
  findPosition: (db: Db, companyId: string, id: string) =>
    selectPositions(db, companyId).where('orgs.id', '=', id).executeTakeFirst(),
  listPositions: (db: Db, companyId: string, ids: readonly string[]) =>
    selectPositions(db, companyId).where(sql<boolean>`orgs.id = any(${ids}::uuid[])`).execute(),
  /** Those organisations that are direct children of `parent`. */
  childrenAmong: (db: Db, companyId: string, parent: string, ids: readonly string[]) =>
    selectPositions(db, companyId)
      .where('orgs.parent_id', '=', parent)
      .where(sql<boolean>`orgs.id = any(${ids}::uuid[])`)
      .execute(),
  childPositions: (db: Db, companyId: string, parent: string) =>
    selectPositions(db, companyId)
      .where('orgs.parent_id', '=', parent)
      .orderBy('orgs.sort')
      .orderBy(byName('orgs.name'))
      .orderBy('orgs.id')
      .execute(),
  /** Sort position after the last child. */
  nextSort: async (db: Db, companyId: string, parent: string): Promise<number> => {
    const last = await selectOrganizations(db, companyId)
      .where('orgs.parent_id', '=', parent)
      .select((eb) => eb.fn.max('orgs.sort').as('sort'))
      .executeTakeFirst()
    return (last?.sort ?? -1) + 1
  },
  /** Counts these organisations and their descendants. */
  countWithin: async (db: Db, companyId: string, paths: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from unnest(${paths}::text[]) as above (path)
      join orgs on orgs.company_id = ${companyId} and is_within(orgs.path, above.path)`.execute(db)
    return rows[0]?.total ?? 0
  },
  /** Names, in the order of the ids. */
  names: async (db: Db, companyId: string, ids: readonly string[]): Promise<string[]> => {
    const rows = await selectOrganizations(db, companyId)
      .where(sql<boolean>`orgs.id = any(${ids})`)
      .orderBy(sql`array_position(${ids}::uuid[], orgs.id)`)
      .select('orgs.name')
      .execute()
    return rows.map(({ name }) => name)
  },
  /** Number of levels of a subtree, its root included. */
  height: async (db: Db, companyId: string, { path }: OrganizationPosition): Promise<number> => {
    const { rows } = await sql<{ deepest: number }>`
      select max(cardinality(string_to_array(trim(both '/' from path), '/')))::int as deepest from orgs
      where company_id = ${companyId} and is_within(path, ${path})`.execute(db)
    return (rows[0]?.deepest ?? 0) - toIds(path).length + 1
  },
  /** Organisations that use the name among siblings, or the code anywhere. */
  findConflicts: (
    db: Db,
    companyId: string,
    { parent, name, code }: { parent: string | null; name: string; code: string },
    except: string | null,
  ) => {
    const others = selectOrganizations(db, companyId)
      .where(sql<boolean>`orgs.id is distinct from ${except}::uuid`)
      .select(['orgs.name', 'orgs.code'])
    // Written like the unique indexes, so that they are used.
    const sameName = others.where(
      sql<boolean>`coalesce(orgs.parent_id, orgs.company_id) = ${parent ?? companyId} and lower(orgs.name) = lower(${name})`,
    )
    return sameName.unionAll(others.where(sql<boolean>`orgs.code <> '' and orgs.code = ${code}`)).execute()
  },

  insert: async (
    db: Db,
    companyId: string,
    write: OrganizationWrite,
    parent: { id: string | null; path: string },
    by: Person,
  ): Promise<string> => {
    const id = newId()
    const person = JSON.stringify(by)
    await db
      .insertInto('orgs')
      .values({
        ...write,
        company_id: companyId,
        id,
        parent_id: parent.id,
        path: `${parent.path}${id}/`,
        sort: sql<number>`(select coalesce(max(sort) + 1, 0) from orgs where company_id = ${companyId} and ${isChildOf(parent.id)})`,
        created_by: person,
        updated_by: person,
      })
      .execute()
    return id
  },
  update: (db: Db, companyId: string, id: string, write: OrganizationWrite, by: Person) =>
    db
      .updateTable('orgs')
      .set({ ...write, ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  /** Increments the version, so that edits of older versions are refused. */
  touch: (db: Db, companyId: string, id: string, by: Person) =>
    db.updateTable('orgs').set(updateStamps(by)).where('company_id', '=', companyId).where('id', '=', id).execute(),
  remove: (db: Db, companyId: string, id: string) =>
    db.deleteFrom('orgs').where('company_id', '=', companyId).where('id', '=', id).execute(),

  /** Shifts siblings from a sort position if it is occupied. */
  shiftSiblings: (
    db: Db,
    companyId: string,
    parent: string | null,
    { id, sort }: Pick<OrganizationPosition, 'id' | 'sort'>,
  ) =>
    sql`update orgs set sort = sort + 1
        where company_id = ${companyId} and ${isChildOf(parent)} and sort >= ${sort} and id <> ${id} and exists (
          select from orgs where company_id = ${companyId} and ${isChildOf(parent)} and sort = ${sort} and id <> ${id})`.execute(
      db,
    ),
  setPosition: (
    db: Db,
    companyId: string,
    id: string,
    { parent, sort }: Pick<OrganizationPosition, 'parent' | 'sort'>,
    by: Person,
  ) =>
    db
      .updateTable('orgs')
      .set({ parent_id: parent, sort, ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  /** Replaces an organisation in the custom data scopes of roles. */
  redirectScopes: (db: Db, companyId: string, from: string, into: string) =>
    sql`update roles set data_org_ids = array(
          select distinct case when chosen = ${from}::uuid then ${into}::uuid else chosen end from unnest(data_org_ids) as chosen)
        where company_id = ${companyId} and ${from}::uuid = any(data_org_ids)`.execute(db),
  /** Replaces the path prefix of a subtree. */
  rebase: (db: Db, companyId: string, from: string, to: string) =>
    sql`update orgs set path = ${to} || substr(path, ${from.length + 1})
        where company_id = ${companyId} and is_within(path, ${from})`.execute(db),
}
