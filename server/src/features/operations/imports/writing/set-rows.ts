import type { Db } from '../../../../kernel/db/database.ts'
import { mapInChunks } from '../../../../kernel/map-in-chunks.ts'
import type { Actor, AppError } from '../../../../kernel/scope.ts'
import type { Secrets } from '../../../../kernel/secrets.ts'
import type { FieldValues, ResolveReferences } from '../../../../kernel/sheets/imported-rows.ts'
import type { SetWrite } from '../../../../kernel/sheets/imported-sets.ts'
import {
  type Expected,
  listProblems,
  pickName,
  prepareRow,
  refused,
  rowProblem,
  toKey,
  type WrittenRow,
} from '../checking/prepare-row.ts'
import { setForm } from '../checking/row-forms.ts'
import { getSetWrites, type ImportPlan } from '../import-plan.ts'
import type { ConvertedRow, References } from '../reading/convert-rows.ts'

type Reader = { db: Db; actor: Actor }
/** A row that is written if nothing refuses it, with what it is then. */
type Pending = SetWrite & { readonly written: WrittenRow }
type Given = {
  /** Rows that have said a key before, by the key. */
  taken?: Map<string, number>
  expected?: Expected
  /** Locks the stored rows until the transaction ends. */
  locks: boolean
}

/** Letters of a key do not matter: neither do they in accounts and mail addresses. */
const keyIn = ({ keys }: ImportPlan, values: FieldValues) => toKey(keys, values)?.toLowerCase()

/**
 * Judges rows by what their cells hold and by the schemas of their endpoints.
 * @returns in their order
 */
export const prepareSet = async (
  reader: Reader,
  plan: ImportPlan,
  rows: readonly ConvertedRow[],
  { taken = new Map(), expected, locks }: Given,
): Promise<(WrittenRow | Pending)[]> => {
  const sets = getSetWrites(plan.writes)
  const form = setForm(sets)
  const keyed = rows.map(({ values }) => values).filter((values) => keyIn(plan, values) !== undefined)
  const stored = keyed.length === 0 ? [] : await sets.find(reader, plan.keys, keyed, locks)
  const found = new Map(stored.map((row) => [keyIn(plan, row.body), row]))
  return mapInChunks(rows, (converted) => {
    const key = keyIn(plan, converted.values)
    const first = key === undefined ? undefined : taken.get(key)
    if (first !== undefined && first !== converted.row) {
      const problems = [...converted.problems, ...rowProblem(`与第 ${first} 行重复`)]
      return refused(converted, pickName(converted, plan), problems)
    }
    if (key !== undefined) taken.set(key, converted.row)
    const match = key === undefined ? undefined : found.get(key)
    const prepared = prepareRow({ plan, form, converted }, { stored: match, expected })
    if ('done' in prepared) return prepared.done
    const { body, stored: before, row } = prepared
    return { row: converted.row, stored: before, body, written: row }
  })
}

export const isPending = (row: WrittenRow | Pending): row is Pending => 'written' in row

/** A row that its entity's rules refuse, with all that they have found. */
export const refusedBy = (
  refusals: readonly AppError[],
  { written: { converted, name } }: Pending,
  plan: ImportPlan,
) => {
  const fields = plan.columns.map(({ field }) => field)
  return refused(
    converted,
    name,
    refusals.flatMap((refusal) => listProblems(refusal, fields)),
  )
}

/** References that look each text up once. */
export const cachedReferences = (references: References): References =>
  Object.fromEntries(Object.entries(references).map(([entity, resolve]) => [entity, cached(resolve)]))
const cached = (resolve: ResolveReferences): ResolveReferences => {
  const known = new Map<string, ReadonlyMap<string, string | null>>()
  return async (reader, by, texts) => {
    const missing = texts.filter((text) => !known.has(`${by}:${text}`))
    const found = missing.length === 0 ? new Map<string, string | null>() : await resolve(reader, by, missing)
    for (const text of missing) {
      const id = found.get(text)
      known.set(`${by}:${text}`, id === undefined ? new Map() : new Map([[text, id]]))
    }
    return new Map(texts.flatMap((text) => [...(known.get(`${by}:${text}`) ?? [])]))
  }
}

const listIdCards = ({ columns }: ImportPlan) =>
  columns.filter(({ field }) => field.kind === 'idcard').map(({ field }) => field.field)
const mapped = (
  values: FieldValues,
  fields: readonly string[],
  map: (text: string) => string,
): Record<string, unknown> => {
  const written = { ...values }
  for (const field of fields) if (typeof written[field] === 'string') written[field] = map(written[field])
  return written
}
/** Values as they are stored until they are written: ID card numbers sealed. */
export const sealedValues = (secrets: Secrets, plan: ImportPlan, values: FieldValues) =>
  mapped(values, listIdCards(plan), secrets.seal)
export const openedValues = (secrets: Secrets, plan: ImportPlan, values: FieldValues) =>
  mapped(values, listIdCards(plan), secrets.unseal)
