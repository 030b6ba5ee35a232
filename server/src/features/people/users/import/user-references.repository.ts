import { sql } from 'kysely'
import type { ResolveReferences } from '../../../../kernel/sheets/imported-rows.ts'
import { presentUsers } from '../listing/matching-users.repository.ts'

/** Ids of users in the caller's row scope by their accounts, or else by their names, whatever the letters. */
export const resolveUsers: ResolveReferences = async ({ db, actor }, _by, texts) => {
  const wanted = texts.map((text) => text.toLowerCase())
  const rows = await presentUsers(db, actor)
    .where(sql<boolean>`(lower(users.account) = any(${wanted}::text[]) or lower(users.name) = any(${wanted}::text[]))`)
    .select(['users.id', sql<string>`lower(users.account)`.as('account'), sql<string>`lower(users.name)`.as('name')])
    .execute()
  const byName = Map.groupBy(rows, ({ name }) => name)
  const byAccount = new Map(rows.map(({ id, account }) => [account, id]))
  const find = (text: string): string | null | undefined => {
    const named = byName.get(text) ?? []
    return byAccount.get(text) ?? (named.length > 1 ? null : named[0]?.id)
  }
  const found = texts.map((text) => [text, find(text.toLowerCase())] as const)
  return new Map(found.flatMap(([text, id]) => (id === undefined ? [] : [[text, id] as const])))
}
