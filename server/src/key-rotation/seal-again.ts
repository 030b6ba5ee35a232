import type { OwnerConnection } from '../kernel/db/as-owner.ts'
import {
  isJson,
  listSealedColumns,
  readSealed,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
} from '../kernel/db/sealed-columns.ts'
import type { Keyring } from '../kernel/secrets.ts'

/** Values of a column by what their present text is sealed under. */
export type SealedCounts = { column: string; present: number; replaced: number; lost: number }

const rowsTogether = 200
/** Shorter texts, and those of other letters, cannot be sealed ones. */
const sealedShape = /^[A-Za-z0-9+/]{38,}={0,2}$/
const tries = 5
const busyCodes = new Set(['40P01', '40001', '55P03'])

/** JSON with each text that is a sealed one replaced. */
const mapTexts = (value: unknown, map: (text: string) => string): unknown => {
  if (typeof value === 'string') return sealedShape.test(value) ? map(value) : value
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, map)]))
}

type Judged = Omit<SealedCounts, 'column'> & { changes: (SealedValue & { next: string })[] }
const judge = (keyring: Keyring, column: SealedColumn, rows: readonly SealedValue[]): Judged => {
  const judged: Judged = { present: 0, replaced: 0, lost: 0, changes: [] }
  const sealAgain = (text: string): string => {
    const again = keyring.sealAgain(text)
    if (again.state === 'same') judged.present += 1
    if (again.state === 'sealed') judged.replaced += 1
    // A text in JSON may only look like a sealed one.
    if (again.state === 'lost' && !isJson(column)) judged.lost += 1
    return again.state === 'sealed' ? again.text : text
  }
  for (const row of rows) {
    const before = judged.replaced
    const value: unknown = isJson(column) ? JSON.parse(row.text) : row.text
    const mapped = mapTexts(value, sealAgain)
    const next = isJson(column) ? JSON.stringify(mapped) : String(mapped)
    if (judged.replaced > before) judged.changes.push({ ...row, next })
  }
  return judged
}

/** Writers may hold the rows for a moment. */
const replacePatiently = async (client: OwnerConnection, column: SealedColumn, changes: Judged['changes']) => {
  for (let left = tries; ; left -= 1) {
    try {
      return await replaceSealed(client, column, changes)
    } catch (error) {
      if (left === 1 || !busyCodes.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

type Visit = (column: SealedColumn, judged: Judged) => Promise<void>
const visitAll = async (
  client: OwnerConnection,
  keyring: Keyring,
  signal: AbortSignal,
  visit: Visit,
): Promise<void> => {
  for (const column of await listSealedColumns(client)) {
    let after: readonly string[] | undefined
    do {
      signal.throwIfAborted()
      const rows = await readSealed(client, column, after, rowsTogether)
      await visit(column, judge(keyring, column, rows))
      after = rows.length === rowsTogether ? rows.at(-1)?.key : undefined
    } while (after)
  }
}

/** Learns of each step of a rotation, and how many values it changed. */
export type OnStep = (changed: number) => Promise<void>

/**
 * Seals every text under the present key that another held one has sealed. Takes the owner's connection; may be ended at
 * any point, and begun again.
 */
export const sealAllAgain = (
  client: OwnerConnection,
  keyring: Keyring,
  signal: AbortSignal,
  onStep: OnStep,
): Promise<void> =>
  visitAll(client, keyring, signal, async (column, { changes, replaced }) => {
    await replacePatiently(client, column, changes)
    await onStep(replaced)
  })

/** Counts the sealed texts of each column by their key. Takes the owner's connection, and changes nothing. */
export const countSealed = async (client: OwnerConnection, keyring: Keyring): Promise<SealedCounts[]> => {
  const counts = new Map<string, SealedCounts>()
  await visitAll(client, keyring, new AbortController().signal, async ({ table, column: name }, judged) => {
    const column = `${table}.${name}`
    const all = counts.get(column) ?? { column, present: 0, replaced: 0, lost: 0 }
    all.present += judged.present
    all.replaced += judged.replaced
    all.lost += judged.lost
    counts.set(column, all)
  })
  return [...counts.values()]
}
