import type { ApiModeImpact, Observation } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../row-scopes/index.ts'
import { andVisibleUser } from '../row-scopes/index.ts'

type RefusedUsers = ApiModeImpact['refused']
type ObservedUsers = Observation['seen']
const maxNames = 200

/** Users affected by observation: counts cover all companies, names the caller's row scope. */
export const apiModesRepository = {
  /**
   * Stores the elements that open an API now.
   * @returns them sorted
   */
  async rememberElements(db: Db, id: string): Promise<string[]> {
    const bound = db.selectFrom('element_apis').where('api_id', '=', id).select(['api_id', 'element'])
    const { rows } = await sql<{ element: string }>`
      insert into observed_elements (api_id, element) ${bound} returning element`.execute(db)
    return rows.map(({ element }) => element).sort()
  },
  forgetElements: (db: Db, id: string) => db.deleteFrom('observed_elements').where('api_id', '=', id).execute(),
  rememberedElements: async (db: Db, id: string): Promise<string[]> => {
    const elements = db.selectFrom('observed_elements').where('api_id', '=', id).select('element').orderBy('element')
    return (await elements.execute()).map(({ element }) => element)
  },

  /** Users who hold an element that opened the API when observation began and none that opens it now. */
  async refusedUsers(db: Db, actor: Viewer, id: string): Promise<RefusedUsers> {
    const { rows } = await sql<RefusedUsers>`
      with kept as materialized (select company_id, user_id from admitted_by_observation(${id})),
      named as (
        select name, account from kept
        join users on users.company_id = kept.company_id and users.id = kept.user_id ${andVisibleUser(actor, 'users.id')}
        order by name collate by_name, account limit ${maxNames}
      )
      select count(distinct company_id)::integer as companies, count(*)::integer as people,
             coalesce((select json_agg(named) from named), '[]') as named
      from kept`.execute(db)
    return rows[0] ?? { companies: 0, people: 0, named: [] }
  },
  /** Users admitted by observation alone within seven days, most calls first. */
  async observedUsers(db: Db, actor: Viewer, id: string): Promise<ObservedUsers> {
    const { rows } = await sql<ObservedUsers>`
      with seen as materialized (select company_id, user_id, calls from observed_people(${id})),
      named as (
        select name, account, calls from seen
        join users on users.company_id = seen.company_id and users.id = seen.user_id ${andVisibleUser(actor, 'users.id')}
        order by calls desc, name collate by_name, account limit ${maxNames}
      )
      select count(distinct company_id)::integer as companies, count(*)::integer as people,
             coalesce(sum(calls), 0)::integer as calls, coalesce((select json_agg(named) from named), '[]') as named
      from seen`.execute(db)
    return rows[0] ?? { companies: 0, people: 0, calls: 0, named: [] }
  },
}
