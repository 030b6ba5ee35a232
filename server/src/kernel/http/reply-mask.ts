import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import {
  findMaskName,
  isHiddenOrMasked,
  type Restrictions,
  restrictionErrors,
} from '@atrium/contract/kernel/restrictions.ts'
import type * as z from 'zod/mini'
import type { FieldMasks, MaskValue } from '../restrictions.ts'
import { AppError } from '../scope.ts'
import type { Caller } from './execute.ts'
import type { AnyInput } from './implement.ts'
import { getParts } from './schema-parts.ts'

const maskNamed = (name: string, masks: FieldMasks): MaskValue => {
  const mask = masks[name]
  if (!mask) throw new Error(`no mask is named “${name}”, which the contract declares`)
  return mask
}
type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Creates the mask of a reply for callers with field restrictions, derived once from its schema. Recursive schemas are
 * visited once. Takes the schema, and the masks by name.
 * @returns undefined if nothing in it can be restricted
 */
export const createReplyMask = (
  schema: z.ZodMiniType,
  masks: FieldMasks,
  above: readonly z.ZodMiniType[] = [],
): MaskValue | undefined => {
  const maskName = findMaskName(schema)
  if (maskName !== undefined) return maskNamed(maskName, masks)
  if (above.includes(schema)) return undefined
  const inside = (part: z.ZodMiniType | undefined) => part && createReplyMask(part, masks, [...above, schema])
  const { shape, element, innerType, valueType, out, options } = getParts(schema)
  if (options?.some(inside)) throw new Error('a maskable schema cannot be an option of a union')
  if (shape) {
    const parts = Object.entries(shape).flatMap(([name, part]) => {
      const mask = inside(part)
      return mask ? [[name, mask] as const] : []
    })
    if (parts.length === 0) return undefined
    return (value, restrictions) =>
      isRow(value)
        ? {
            ...value,
            ...Object.fromEntries(
              parts.flatMap(([name, mask]) => (name in value ? [[name, mask(value[name], restrictions)]] : [])),
            ),
          }
        : value
  }
  const [each, of] = [inside(element), inside(valueType)]
  if (each) return (value, restrictions) => (Array.isArray(value) ? value.map((one) => each(one, restrictions)) : value)
  if (of)
    return (value, restrictions) =>
      isRow(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one, restrictions)]))
        : value
  const inner = inside(innerType ?? out)
  return (
    inner && ((value, restrictions) => (value === null || value === undefined ? value : inner(value, restrictions)))
  )
}

/** The caller's field restrictions; undefined for most. */
export const findRestrictions = (caller: Caller | undefined): Restrictions | undefined =>
  caller && 'restricted' in caller ? caller.restricted : undefined

/**
 * Refuses an unmasked file to callers with a narrow row scope.
 * @throws `rowsRestricted`
 */
export const assertAllRowsReadable = ({ unmasked }: Endpoint, caller: Caller): void => {
  if (unmasked && caller && 'rows' in caller && caller.rows !== 'all')
    throw new AppError(restrictionErrors.rowsRestricted)
}

const readSearchText = (part: unknown) => {
  const text = isRow(part) ? (part.search ?? part.keyword) : undefined
  return typeof text === 'string' ? text : ''
}
/**
 * Refuses indirect disclosure of restricted fields: an unmasked file, and a search by a hidden or masked field.
 * @throws `fieldsRestricted`, `searchRestricted`
 */
export const assertNothingRestricted = (
  { unmasked, restrictedSearch }: Endpoint,
  restrictions: Restrictions,
  { query, body }: AnyInput,
): void => {
  if (unmasked && Object.values(restrictions).some(isHiddenOrMasked))
    throw new AppError(restrictionErrors.fieldsRestricted)
  const isRestrictedSearch = restrictedSearch && isHiddenOrMasked(restrictions[restrictedSearch.field])
  if (isRestrictedSearch && [query, body].some((part) => restrictedSearch.pattern.test(readSearchText(part))))
    throw new AppError(restrictionErrors.searchRestricted, {
      errors: [{ field: 'search', msg: restrictionErrors.searchRestricted.msg }],
    })
}
