import type { ListSettings } from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import type {
  SettingsWrite,
  ViewCreate,
  ViewUpdate,
} from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

const selectViews = (db: Db, { companyId, userId }: Owner) =>
  db.selectFrom('list_views').where('company_id', '=', companyId).where('user_id', '=', userId)

/** List preferences of a user. Needs platform reach. */
export const listViewsRepository = {
  settings: async (db: Db, { companyId, userId }: Owner): Promise<ListSettings[]> => {
    const { rows } = await sql<ListSettings>`
      select list, coalesce(column_order, '{}') as order, coalesce(hidden, '{}') as hidden,
        coalesce(query, '') as view
      from (select * from list_settings where company_id = ${companyId} and user_id = ${userId}) arranged
        full join (
          select list, query from list_views where company_id = ${companyId} and user_id = ${userId} and is_default
        ) opening using (list)`.execute(db)
    return rows
  },

  saveSettings: (db: Db, { companyId, userId }: Owner, { list, order, hidden }: SettingsWrite) =>
    db
      .insertInto('list_settings')
      .values({ company_id: companyId, user_id: userId, list, column_order: order, hidden })
      .onConflict((on) => on.constraint('list_settings__pk').doUpdateSet({ column_order: order, hidden }))
      .execute(),

  views: (db: Db, owner: Owner, list: string) =>
    selectViews(db, owner)
      .where('list', '=', list)
      .orderBy(byName('name'))
      .select(['id', 'name', 'query', 'is_default as isDefault', 'notify', 'notify_stopped as stopped'])
      .execute(),

  find: (db: Db, owner: Owner, id: string) =>
    selectViews(db, owner).where('id', '=', id).select('list').executeTakeFirst(),

  add: (db: Db, { companyId, userId }: Owner, id: string, { isDefault, ...view }: ViewCreate) =>
    db
      .insertInto('list_views')
      .values({ ...view, company_id: companyId, user_id: userId, id, is_default: isDefault })
      .execute(),

  update: (db: Db, { companyId }: Owner, id: string, { isDefault, notify: _, ...view }: ViewUpdate) =>
    db
      .updateTable('list_views')
      .set({ ...view, ...(isDefault !== undefined && { is_default: isDefault }) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),

  /** Unsets the default view of a list. */
  clearDefault: (db: Db, { companyId, userId }: Owner, list: string) =>
    db
      .updateTable('list_views')
      .set({ is_default: false })
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .where('is_default', '=', true)
      .execute(),

  remove: (db: Db, { companyId, userId }: Owner, id: string) =>
    db
      .deleteFrom('list_views')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
}
