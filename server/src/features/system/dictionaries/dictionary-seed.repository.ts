import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { BuiltinGroup } from './builtin-groups.ts'

/** Distance between seeded items, so that others fit between them. */
const sortStep = 10

const toGroups = (groups: readonly BuiltinGroup[]) =>
  groups.map(({ code, name, desc, closed = false }, at) => ({
    id: newId(),
    code,
    name,
    description: desc,
    closed,
    sort: (at + 1) * sortStep,
  }))
const toItems = (groups: readonly BuiltinGroup[]) =>
  groups.flatMap(({ code: group, items }) =>
    items.map(([code, name, color = ''], at) => ({
      id: newId(),
      group,
      code,
      name,
      color,
      sort: (at + 1) * sortStep,
    })),
  )

export const seedRepository = {
  /** Adds what is missing, in two statements. */
  async ensure(db: Db, groups: readonly BuiltinGroup[]): Promise<void> {
    await sql`insert into dict_groups (id, code, name, description, closed, sort, builtin)
      select id, code, name, description, closed, sort, true
      from jsonb_to_recordset(${JSON.stringify(toGroups(groups))}::jsonb)
        as new(id uuid, code text, name text, description text, closed boolean, sort int)
      on conflict (code) do nothing`.execute(db)
    await sql`insert into dict_items (id, group_id, code, name, color, sort, builtin)
      select new.id, dict_groups.id, new.code, new.name, new.color, new.sort, true
      from jsonb_to_recordset(${JSON.stringify(toItems(groups))}::jsonb)
        as new(id uuid, "group" text, code text, name text, color text, sort int)
      join dict_groups on dict_groups.code = new."group"
      on conflict (group_id, code) do nothing`.execute(db)
  },
}
