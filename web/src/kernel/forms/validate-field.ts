import { messages } from '@atrium/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { UnparsedJson } from '../../ui/json-text.ts'

type Values = Readonly<Record<string, unknown>>

const empties = [undefined, null, '', []]

/** Why a field cannot stay as it is, in the contract's own words; undefined when it can. */
export const problemWith = (schema: z.ZodMiniObject, values: Values, field: string): string | undefined => {
  if (values[field] instanceof UnparsedJson) return '内容不是正确的 JSON'
  // Rules that look at several fields only run when every field can be read at all.
  const readable = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value instanceof UnparsedJson ? undefined : value]),
  )
  const issue = z.safeParse(schema, readable).error?.issues.find(({ path }) => path[0] === field)
  return issue && (issue.message || messages.required)
}

/** Whether a field must be filled in: no empty value is good enough for its schema. */
export const isRequired = (schema: z.ZodMiniObject, field: string): boolean => {
  const own = schema.shape[field]
  return own !== undefined && !empties.some((empty) => z.safeParse(own as z.ZodMiniType, empty).success)
}
