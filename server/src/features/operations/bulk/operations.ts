import { bulkErrors } from '@atrium/contract/features/operations/bulk/bulk.errors.ts'
import { isAcross } from '@atrium/contract/kernel/bulk.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type * as z from 'zod/mini'
import type { AnyBulkSource } from '../../../kernel/bulk/bulk-source.ts'
import { assertNothingRestricted } from '../../../kernel/http/reply-mask.ts'
import { type Actor, AppError, refusalAt } from '../../../kernel/scope.ts'
import type { Operation } from './row-results.ts'

/**
 * What features declare, by what users ask for: several may declare operations of one entity. `across`: only those on
 * rows of all companies, or only the others.
 */
export const findOperation = (
  sources: readonly AnyBulkSource[],
  { entity, operation, across }: { entity: string; operation: string; across?: boolean },
): Omit<Operation, 'input'> => {
  const source = sources.find(
    ({ bulk }) =>
      bulk.entity === entity &&
      Object.hasOwn(bulk.operations, operation) &&
      (across === undefined || isAcross(bulk) === across),
  )
  const [spec, work] = [source?.bulk.operations[operation], source?.work[operation]]
  if (!source || !spec || !work) throw refusalAt(bulkErrors.noSuchOperation, 'operation')
  return { source, spec, work }
}

type Sent = Readonly<Record<string, unknown>>
/**
 * Parses a part of the request by the declared schema.
 * @throws `invalid` with a message per field of the part
 */
export const parsePart = <T>(schema: z.ZodMiniType<T>, value: Sent, part: 'filter' | 'input'): T => {
  const parsed = schema.safeParse(value)
  const errors = parsed.success
    ? // A misspelt filter must not select all rows.
      Object.keys(value)
        .filter((name) => !Object.hasOwn(Object(parsed.data), name))
        .map((name) => ({ field: `${part}.${name}`, msg: t('不支持“{name}”', { name }) }))
    : parsed.error.issues.map(({ path, message }) => ({ field: [part, ...path].join('.'), msg: message }))
  if (parsed.success && errors.length === 0) return parsed.data
  const msg = errors[0]?.msg ?? kernelErrors.invalid.msg
  throw new AppError({ code: kernelErrors.invalid.code, msg }, { errors })
}

/** Parses the filter, and refuses a search by a field that the caller must not see. */
export const parseFilter = ({ bulk }: AnyBulkSource, { restricted }: Actor, value: Sent) => {
  const filter = parsePart(bulk.filter, value, 'filter')
  const input = { params: undefined, query: filter, body: undefined, file: undefined }
  if (restricted) assertNothingRestricted(bulk.list, restricted, input)
  return filter
}
