import {
  manyPeople,
  type OrganizationDetail,
  type OrganizationRow,
  type OrganizationWrite,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { sql } from 'kysely'
import { type Person, stamps } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { andSeenUser } from '../../kernel/db/seen-users.ts'
import { newId } from '../../kernel/ids.ts'

/** Where an organisation stands. */
export type Placed = {
  id: string
  name: string
  parent: string | null
  path: string
  sort: number
  status: number
  version: number
}

const isPresent = sql`exists (select from users where users.company_id = belonging.company_id
  and users.id = belonging.user_id and users.deleted_at is null)`
/** Asked of each row alone: as `not exists` it would be answered for all of a company at once, to show a dozen. */
const leaf = sql<boolean>`coalesce((
  select false from orgs below where below.company_id = orgs.company_id and below.parent_id = orgs.id limit 1), true)`
const people = sql<number>`(select count(*)::int from user_orgs belonging
  where belonging.company_id = orgs.company_id and belonging.org_id = orgs.id and ${isPresent})`
/** Those in the caller's row scope. */
const leaders = (actor: Seer) => sql<OrganizationRow['leaders']>`(
  select coalesce(json_agg(json_build_object('id', users.id, 'name', users.name, 'duty', belonging.duty)
    order by belonging.duty desc, users.name), '[]')
  from user_orgs belonging join users on users.company_id = belonging.company_id and users.id = belonging.user_id
  where belonging.company_id = orgs.company_id and belonging.org_id = orgs.id and belonging.duty <> 'member'
    and users.deleted_at is null ${andSeenUser(actor, 'users.id')})`

/** Stands directly below one, or at the top; said so that the index of siblings serves it. */
const isBelow = (parent: string | null) =>
  parent === null ? sql<boolean>`parent_id is null` : sql<boolean>`parent_id = ${parent}::uuid`

const of = (db: Db, companyId: string) => db.selectFrom('orgs').where('orgs.company_id', '=', companyId)
const shown = (db: Db, actor: Seer) =>
  of(db, actor.companyId).select([
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
    leaf.as('leaf'),
    people.as('users'),
    leaders(actor).as('leaders'),
  ])
const placed = (db: Db, companyId: string) =>
  of(db, companyId)
    .select([
      'orgs.id',
      'orgs.name',
      'orgs.parent_id as parent',
      'orgs.path',
      'orgs.sort',
      'orgs.status',
      'orgs.version',
    ])
    .$castTo<Placed>()

type Known = Omit<OrganizationDetail, 'usersWithin'>
type Shown = Omit<OrganizationRow, 'orgId' | 'companyId' | 'type' | 'onlyId' | 'found'>

/** The ids in a path, from the top down: '/1/5/9/'. */
export const idsOf = (path: string): string[] => path.split('/').filter((id) => id !== '')

export const organizationsRepository = {
  /** What stands directly below, or at the top. */
  children: (db: Db, actor: Seer, parent: string | null, most: number) =>
    shown(db, actor)
      .where(isBelow(parent))
      // All the same, but without it the index of siblings does not know that it has the tops in order.
      .orderBy('orgs.parent_id')
      .orderBy('orgs.sort')
      .orderBy('orgs.name')
      .orderBy('orgs.id')
      .limit(most)
      .$castTo<Shown>()
      .execute(),

  /** Whose name or code has these words in it. */
  finds: async (db: Db, search: string, most: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`select id from find_orgs(${search}, ${most}) as id`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** These and all that stands above them, each after what it stands in. */
  lines: (db: Db, actor: Seer, ids: readonly string[]) =>
    shown(db, actor)
      .where(
        sql<boolean>`orgs.id = any(array(
          select distinct unnest(string_to_array(trim(both '/' from line.path), '/'))::uuid from orgs line
          where line.company_id = ${actor.companyId} and line.id = any(${ids})))`,
      )
      .select(
        sql<
          string[]
        >`array(select above.name from orgs above where above.company_id = orgs.company_id and above.id <> orgs.id
          and above.id = any(string_to_array(trim(both '/' from orgs.path), '/')::uuid[]) order by length(above.path))`.as(
          'above',
        ),
      )
      .orderBy(sql`length(orgs.path)`)
      .orderBy('orgs.sort')
      .orderBy('orgs.name')
      .orderBy('orgs.id')
      .$castTo<Shown>()
      .execute(),

  find: (db: Db, actor: Seer, id: string): Promise<Known | undefined> =>
    shown(db, actor)
      .where('orgs.id', '=', id)
      .select(['orgs.phone', 'orgs.email'])
      .select([
        sql<OrganizationDetail['above']>`(
          select coalesce(json_agg(json_build_object('id', above.id, 'name', above.name) order by length(above.path)), '[]')
          from orgs above where above.company_id = orgs.company_id and above.id <> orgs.id
            and above.id = any(string_to_array(trim(both '/' from orgs.path), '/')::uuid[]))`.as('above'),
        sql<number>`(select count(*)::int - 1 from orgs below
          where below.company_id = orgs.company_id and stands_in(below.path, orgs.path))`.as('below'),
        sql<OrganizationDetail['roles']>`(
          select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name), '[]')
          from org_roles own join roles on roles.company_id = own.company_id and roles.id = own.role_id
          where own.company_id = orgs.company_id and own.org_id = orgs.id)`.as('roles'),
      ])
      .$castTo<Known>()
      .executeTakeFirst(),

  /**
   * How many people belong to one or to what stands below it. Looks at twice as many belongings as it counts people, since
   * somebody may have several; for every row of a level that would be too dear (decision 42).
   */
  peopleWithin: async (db: Db, companyId: string, id: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select least(count(distinct few.user_id), ${manyPeople + 1})::int as total from (
        select belonging.user_id from orgs above
        join orgs below on below.company_id = above.company_id and stands_in(below.path, above.path)
        join user_orgs belonging on belonging.company_id = below.company_id and belonging.org_id = below.id
        where above.company_id = ${companyId} and above.id = ${id} and ${isPresent}
        limit ${2 * (manyPeople + 1)}) as few`.execute(db)
    return rows[0]?.total ?? 0
  },

  /** Makes changes of a company's tree take turns: whether it stays a tree is asked of all of it. */
  takeTurn: (db: Db, companyId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended('orgs', hashtextextended(${companyId}, 0)))`.execute(db),
  placeOf: (db: Db, companyId: string, id: string) =>
    placed(db, companyId).where('orgs.id', '=', id).executeTakeFirst(),
  /** Those of these that stand directly below one. */
  childrenAmong: (db: Db, companyId: string, parent: string, ids: readonly string[]) =>
    placed(db, companyId)
      .where('orgs.parent_id', '=', parent)
      .where(sql<boolean>`orgs.id = any(${ids}::uuid[])`)
      .execute(),
  placedBelow: (db: Db, companyId: string, parent: string) =>
    placed(db, companyId)
      .where('orgs.parent_id', '=', parent)
      .orderBy('orgs.sort')
      .orderBy('orgs.name')
      .orderBy('orgs.id')
      .execute(),
  /** The place behind all that stand below one. */
  nextSort: async (db: Db, companyId: string, parent: string): Promise<number> => {
    const last = await of(db, companyId)
      .where('orgs.parent_id', '=', parent)
      .select((eb) => eb.fn.max('orgs.sort').as('sort'))
      .executeTakeFirst()
    return (last?.sort ?? -1) + 1
  },
  /** How many organisations these are, with all that stands below. */
  countIn: async (db: Db, companyId: string, paths: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from unnest(${paths}::text[]) as above (path)
      join orgs on orgs.company_id = ${companyId} and stands_in(orgs.path, above.path)`.execute(db)
    return rows[0]?.total ?? 0
  },
  /** The names of these, in their order. */
  names: async (db: Db, companyId: string, ids: readonly string[]): Promise<string[]> => {
    const rows = await of(db, companyId)
      .where(sql<boolean>`orgs.id = any(${ids})`)
      .orderBy(sql`array_position(${ids}::uuid[], orgs.id)`)
      .select('orgs.name')
      .execute()
    return rows.map(({ name }) => name)
  },
  /** How many levels the deepest below has, itself counted. */
  height: async (db: Db, companyId: string, { path }: Placed): Promise<number> => {
    const { rows } = await sql<{ deepest: number }>`
      select max(cardinality(string_to_array(trim(both '/' from path), '/')))::int as deepest from orgs
      where company_id = ${companyId} and stands_in(path, ${path})`.execute(db)
    return (rows[0]?.deepest ?? 0) - idsOf(path).length + 1
  },
  /** Which of the two another organisation has already: the name beside it, the code anywhere. */
  taken: (
    db: Db,
    companyId: string,
    { parent, name, code }: { parent: string | null; name: string; code: string },
    except: string | null,
  ) => {
    const others = of(db, companyId)
      .where(sql<boolean>`orgs.id is distinct from ${except}::uuid`)
      .select(['orgs.name', 'orgs.code'])
    // As the unique indexes say it, so that they serve.
    const beside = others.where(
      sql<boolean>`coalesce(orgs.parent_id, orgs.company_id) = ${parent ?? companyId} and lower(orgs.name) = lower(${name})`,
    )
    return beside.unionAll(others.where(sql<boolean>`orgs.code <> '' and orgs.code = ${code}`)).execute()
  },

  insert: async (
    db: Db,
    companyId: string,
    write: OrganizationWrite,
    above: { id: string | null; path: string },
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
        parent_id: above.id,
        path: `${above.path}${id}/`,
        sort: sql<number>`(select coalesce(max(sort) + 1, 0) from orgs where company_id = ${companyId} and ${isBelow(above.id)})`,
        created_by: person,
        updated_by: person,
      })
      .execute()
    return id
  },
  update: (db: Db, companyId: string, id: string, write: OrganizationWrite, by: Person) =>
    db
      .updateTable('orgs')
      .set({ ...write, ...stamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  /** What somebody has open of it is older now. */
  touch: (db: Db, companyId: string, id: string, by: Person) =>
    db.updateTable('orgs').set(stamps(by)).where('company_id', '=', companyId).where('id', '=', id).execute(),
  remove: (db: Db, companyId: string, id: string) =>
    db.deleteFrom('orgs').where('company_id', '=', companyId).where('id', '=', id).execute(),

  /** Makes room at a place among those that stand below one, if somebody else has it. */
  makeRoom: (db: Db, companyId: string, parent: string | null, { id, sort }: Pick<Placed, 'id' | 'sort'>) =>
    sql`update orgs set sort = sort + 1
        where company_id = ${companyId} and ${isBelow(parent)} and sort >= ${sort} and id <> ${id} and exists (
          select from orgs where company_id = ${companyId} and ${isBelow(parent)} and sort = ${sort} and id <> ${id})`.execute(
      db,
    ),
  place: (db: Db, companyId: string, id: string, { parent, sort }: Pick<Placed, 'parent' | 'sort'>, by: Person) =>
    db
      .updateTable('orgs')
      .set({ parent_id: parent, sort, ...stamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  /** Roles that chose one for the data they show choose another. */
  redirectScopes: (db: Db, companyId: string, from: string, into: string) =>
    sql`update roles set data_org_ids = array(
          select distinct case when chosen = ${from}::uuid then ${into}::uuid else chosen end from unnest(data_org_ids) as chosen)
        where company_id = ${companyId} and ${from}::uuid = any(data_org_ids)`.execute(db),
  /** Lets an organisation and all that stands below it begin with another path. */
  rebase: (db: Db, companyId: string, from: string, to: string) =>
    sql`update orgs set path = ${to} || substr(path, ${from.length + 1})
        where company_id = ${companyId} and stands_in(path, ${from})`.execute(db),
}
