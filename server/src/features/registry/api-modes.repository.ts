import type { ApiModeImpact, Observation } from '@atrium/contract/features/registry/registry.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { andSeenUser } from '../../kernel/db/seen-users.ts'

type Refused = ApiModeImpact['refused']
type Seen = Observation['seen']
const mostNames = 200

/** Whom observation concerns: numbers over all companies, names of the caller's row scope. */
export const apiModesRepository = {
  /** Remembers what opens an API now. Out: the elements, in their order. */
  async remember(db: Db, id: string): Promise<string[]> {
    const bound = db.selectFrom('element_apis').where('api_id', '=', id).select(['api_id', 'element'])
    const { rows } = await sql<{ element: string }>`
      insert into observed_elements (api_id, element) ${bound} returning element`.execute(db)
    return rows.map(({ element }) => element).sort()
  },
  forget: (db: Db, id: string) => db.deleteFrom('observed_elements').where('api_id', '=', id).execute(),
  remembered: async (db: Db, id: string): Promise<string[]> => {
    const elements = db.selectFrom('observed_elements').where('api_id', '=', id).select('element').orderBy('element')
    return (await elements.execute()).map(({ element }) => element)
  },

  /** Who holds what opened the API when its observation began, and nothing that opens it now. */
  async kept(db: Db, actor: Seer, id: string): Promise<Refused> {
    const { rows } = await sql<Refused>`
      with kept as materialized (select company_id, user_id from kept_by_observation(${id})),
      named as (
        select name, account from kept
        join users on users.company_id = kept.company_id and users.id = kept.user_id ${andSeenUser(actor, 'users.id')}
        order by name, account limit ${mostNames}
      )
      select count(distinct company_id)::integer as companies, count(*)::integer as people,
             coalesce((select json_agg(named) from named), '[]') as named
      from kept`.execute(db)
    return rows[0] ?? { companies: 0, people: 0, named: [] }
  },
  /** Who was let through by observation alone within seven days, those who called most first. */
  async seen(db: Db, actor: Seer, id: string): Promise<Seen> {
    const { rows } = await sql<Seen>`
      with seen as materialized (select company_id, user_id, calls from observed_people(${id})),
      named as (
        select name, account, calls from seen
        join users on users.company_id = seen.company_id and users.id = seen.user_id ${andSeenUser(actor, 'users.id')}
        order by calls desc, name, account limit ${mostNames}
      )
      select count(distinct company_id)::integer as companies, count(*)::integer as people,
             coalesce(sum(calls), 0)::integer as calls, coalesce((select json_agg(named) from named), '[]') as named
      from seen`.execute(db)
    return rows[0] ?? { companies: 0, people: 0, calls: 0, named: [] }
  },
}
