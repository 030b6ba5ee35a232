import type { Secrets } from '../../src/kernel/secrets.ts'
import { type Sql, textColumns } from './find-leaks.ts'

const candidate = /[A-Za-z0-9+/]{38,}={0,2}/g
const prefilter = '[A-Za-z0-9+/]{38}'

/** Columns with a text that this key has sealed. Takes SQL as the owner. */
export const findSealedColumns = async (sql: Sql, { unseal }: Pick<Secrets, 'unseal'>): Promise<string[]> => {
  const opens = (text: string) => {
    try {
      unseal(text)
      return true
    } catch {
      return false
    }
  }
  const found: string[] = []
  for (const { table, column } of await textColumns(sql)) {
    const rows = await sql(`select "${column}"::text as text from "${table}" where "${column}"::text ~ $1`, [prefilter])
    if (rows.some(({ text }) => (String(text).match(candidate) ?? []).some(opens))) found.push(`${table}.${column}`)
  }
  return found
}
