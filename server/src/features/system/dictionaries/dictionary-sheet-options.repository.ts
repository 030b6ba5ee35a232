import type { ReadSheetOptions } from '../../../kernel/sheets/sheet-options.ts'

/** Codes of groups, and of their items as they apply in the company. */
export const dictionarySheetOptions: Readonly<Record<'dictGroup' | 'dictItem', ReadSheetOptions>> = {
  async dictGroup(database, { companyId }, limit) {
    const rows = await database.read({ reach: 'company', companyId }, (db) =>
      db
        .selectFrom('dict_groups')
        .where('removed_at', 'is', null)
        .select('code')
        .orderBy('code')
        .limit(limit)
        .execute(),
    )
    return rows.map(({ code }) => code)
  },
  async dictItem(database, { companyId }, limit) {
    const rows = await database.read({ reach: 'company', companyId }, (db) =>
      db
        .selectFrom('dict_entries')
        .where('removed', '=', false)
        .where('status', '=', 1)
        .select(['group_code as group', 'code'])
        .orderBy('group_code')
        .orderBy('code')
        .limit(limit)
        .execute(),
    )
    const groups = new Map<string, string[]>()
    for (const { group, code } of rows) groups.set(String(group), [...(groups.get(String(group)) ?? []), String(code)])
    return groups
  },
}
