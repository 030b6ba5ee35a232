import type { PlanRow, PlanWrite, plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { nameHolds, sortColumn } from '../../../kernel/db/by-name.ts'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'

export type PlansQuery = InputOf<typeof plansContract.list>['query']
/** A ceiling, by ids of elements and menus. */
export type Ceiling = { elems: readonly string[]; menus: readonly string[] }

const sortColumns = { name: 'plans.name', createTime: 'plans.created_at' } as const
const selectPlans = (db: Db) =>
  db
    .selectFrom('plans')
    .select([
      'plans.id',
      'plans.name',
      'plans.code',
      'plans.description as desc',
      'plans.status',
      'plans.most_users as mostUsers',
      'plans.most_sms as mostSms',
      'plans.most_storage as mostStorage',
      'plans.builtin',
      sql<number>`(select count(*) from tenants where plan_id = plans.id)`.as('companies'),
      sql<number>`(select count(*) from plan_elements where plan_id = plans.id)`.as('elems'),
      sql<number>`(select count(*) from plan_menus where plan_id = plans.id)`.as('menus'),
      'plans.created_at as createTime',
      'plans.created_by as createBy',
      'plans.updated_at as updateTime',
      'plans.updated_by as updateBy',
      'plans.version',
    ])
    .$castTo<PlanRow>()

const filterPlans = (db: Db, { search, 'f.status': status }: Pick<PlansQuery, 'search' | 'f.status'>) => {
  let rows = db.selectFrom('plans')
  const like = likePattern(search)
  if (search) rows = rows.where((eb) => eb.or([nameHolds('name', search), eb('code', 'ilike', like)]))
  return status ? rows.where('status', '=', Number(status)) : rows
}
const toOption = ({ id, name, status, elems }: PlanRow) => ({ value: id, label: name, extra: { status, elems } })
const toColumns = ({ name, code, desc, status, ...quotas }: PlanWrite) => ({
  name,
  code,
  status,
  description: desc,
  most_users: quotas.mostUsers,
  most_sms: quotas.mostSms,
  most_storage: quotas.mostStorage,
})

export const plansRepository = {
  list(db: Db, query: PlansQuery) {
    const found = filterPlans(db, query)
    let page = selectPlans(db).where('plans.id', 'in', found.select('id'))
    for (const { column, direction } of parseSort(query.sort || 'createTime', sortColumns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('plans.id'), found)
  },
  /** Plans as options of an autocomplete field; active ones unless they are chosen. */
  options: (db: Db) => ({
    async one(id: string) {
      const plan = await selectPlans(db).where('plans.id', '=', id).executeTakeFirst()
      return plan && toOption(plan)
    },
    async matching(search: string, limit: number) {
      const found = filterPlans(db, { search, 'f.status': '1' }).select('id')
      const page = selectPlans(db).where('plans.id', 'in', found).orderBy('plans.created_at').orderBy('plans.id')
      return (await page.limit(limit).execute()).map(toOption)
    },
  }),
  find: (db: Db, id: string): Promise<PlanRow | undefined> =>
    selectPlans(db).where('plans.id', '=', id).executeTakeFirst(),
  /** A plan, locked against changes, deletion and new tenants until the transaction ends. */
  async findForUpdate(db: Db, id: string): Promise<PlanRow | undefined> {
    await db.selectFrom('plans').where('id', '=', id).select('id').forUpdate().execute()
    return plansRepository.find(db, id)
  },

  /** Other plans with the same name or code. */
  findDuplicates: (db: Db, { name, code }: PlanWrite, except: string | null) =>
    db
      .selectFrom('plans')
      .where((eb) => eb.or([eb('name', '=', name), eb('code', '=', code)]))
      .where(sql<boolean>`id is distinct from ${except}::uuid`)
      .select(['name', 'code'])
      .execute(),
  async insert(db: Db, plan: PlanWrite, by: Person): Promise<PlanRow> {
    const id = newId()
    const person = JSON.stringify(by)
    await db
      .insertInto('plans')
      .values({ id, ...toColumns(plan), created_by: person, updated_by: person })
      .execute()
    return selectPlans(db).where('plans.id', '=', id).executeTakeFirstOrThrow()
  },
  async update(db: Db, id: string, plan: PlanWrite, by: Person): Promise<PlanRow> {
    await db
      .updateTable('plans')
      .set({ ...toColumns(plan), ...updateStamps(by) })
      .where('id', '=', id)
      .execute()
    return selectPlans(db).where('plans.id', '=', id).executeTakeFirstOrThrow()
  },
  remove: (db: Db, id: string) => db.deleteFrom('plans').where('id', '=', id).execute(),

  /** The ceiling of a plan, by ids. */
  findCeiling: async (db: Db, id: string): Promise<Ceiling> => {
    const { rows } = await sql<Ceiling>`select
      array(select elements.id::text from plan_elements join elements on code = element where plan_id = ${id} order by 1) as elems,
      array(select menu_id::text from plan_menus where plan_id = ${id} order by 1) as menus`.execute(db)
    return rows[0] ?? { elems: [], menus: [] }
  },
  /** Copies the ceiling of another plan to a new one. */
  async copyCeiling(db: Db, id: string, template: string) {
    await sql`insert into plan_elements select ${id}, element from plan_elements where plan_id = ${template}`.execute(
      db,
    )
    await sql`insert into plan_menus select ${id}, menu_id from plan_menus where plan_id = ${template}`.execute(db)
  },
  /** Replaces a ceiling, writing only differences; the new version invalidates cached rights. */
  async replaceCeiling(db: Db, id: string, { elems, menus }: Ceiling, by: Person) {
    await sql`delete from plan_elements where plan_id = ${id}
      and element not in (select code from elements where id = any(${elems}::uuid[]))`.execute(db)
    await sql`insert into plan_elements select ${id}, code from elements where id = any(${elems}::uuid[])
      on conflict do nothing`.execute(db)
    await sql`delete from plan_menus where plan_id = ${id} and menu_id <> all(${menus}::uuid[])`.execute(db)
    await sql`insert into plan_menus select ${id}, unnest(${menus}::uuid[]) on conflict do nothing`.execute(db)
    await db.updateTable('plans').set(updateStamps(by)).where('id', '=', id).execute()
  },
}
