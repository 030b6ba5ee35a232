import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { isKeptBack, type Restrictions, restrictionErrors, toldBy } from '@atrium/contract/kernel/restrictions.ts'
import type * as z from 'zod/mini'
import type { Tell, Tellers } from '../restrictions.ts'
import { AppError } from '../scope.ts'
import type { Who } from './act.ts'
import type { AnyInput } from './implement.ts'

type Def = {
  shape?: Readonly<Record<string, z.ZodMiniType>>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
}
const tellerCalled = (word: string, tellers: Tellers): Tell => {
  const teller = tellers[word]
  if (!teller) throw new Error(`nothing tells “${word}”, which the contract declares`)
  return teller
}
type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * How an answer is told to those from whom something is kept, found once in its schema. In: the schema, and how what it
 * declares is told. Out: undefined where nothing in it can be kept back. A schema that contains itself is looked at once.
 */
export const tellOf = (
  schema: z.ZodMiniType,
  tellers: Tellers,
  above: readonly z.ZodMiniType[] = [],
): Tell | undefined => {
  const word = toldBy(schema)
  if (word !== undefined) return tellerCalled(word, tellers)
  if (above.includes(schema)) return undefined
  const inside = (part: z.ZodMiniType | undefined) => part && tellOf(part, tellers, [...above, schema])
  const { shape, element, innerType, valueType, out, options } = schema._zod.def as unknown as Def
  if (options?.some(inside)) throw new Error('what can be kept from somebody cannot be one of several choices')
  if (shape) {
    const parts = Object.entries(shape).flatMap(([name, part]) => {
      const tell = inside(part)
      return tell ? [[name, tell] as const] : []
    })
    if (parts.length === 0) return undefined
    return (value, kept) =>
      isRow(value)
        ? {
            ...value,
            ...Object.fromEntries(
              parts.flatMap(([name, tell]) => (name in value ? [[name, tell(value[name], kept)]] : [])),
            ),
          }
        : value
  }
  const [each, of] = [inside(element), inside(valueType)]
  if (each) return (value, kept) => (Array.isArray(value) ? value.map((one) => each(one, kept)) : value)
  if (of)
    return (value, kept) =>
      isRow(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one, kept)])) : value
  const inner = inside(innerType ?? out)
  return inner && ((value, kept) => (value === null || value === undefined ? value : inner(value, kept)))
}

/** What is kept from whoever is calling; undefined for most. */
export const keptFrom = (who: Who | undefined): Restrictions | undefined =>
  who && 'restricted' in who ? who.restricted : undefined

/** Refuses a file that has every row to callers with a narrow row scope. Throws `rowsKeptBack`. */
export const refuseNarrowScope = ({ whole }: Endpoint, who: Who): void => {
  if (whole && who && 'rows' in who && who.rows !== 'all') throw new AppError(restrictionErrors.rowsKeptBack)
}

const searchIn = (part: unknown) => (isRow(part) && typeof part.search === 'string' ? part.search : '')
/**
 * Refuses what would tell by other ways what is kept from somebody: a file that has everything, and finding people by what
 * one is not told. Throws `keptBack` and `searchKeptBack`.
 */
export const refuseKeptBack = ({ whole, finds }: Endpoint, kept: Restrictions, { query, body }: AnyInput): void => {
  if (whole && Object.values(kept).some(isKeptBack)) throw new AppError(restrictionErrors.keptBack)
  const isAsked = finds && isKeptBack(kept[finds.by])
  if (isAsked && [query, body].some((part) => finds.looksLike.test(searchIn(part))))
    throw new AppError(restrictionErrors.searchKeptBack, {
      errors: [{ field: 'search', msg: restrictionErrors.searchKeptBack.msg }],
    })
}
