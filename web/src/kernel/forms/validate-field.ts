import { messages } from '@atrium/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { UnparsedJson } from '../../ui/json-text.ts'
import { t } from '../../ui/texts.ts'

type Values = Readonly<Record<string, unknown>>

const emptyValues = [undefined, null, '', []]

/**
 * Validates a field, or a part of its value by the path to it.
 * @returns the contract's message; undefined if valid.
 */
export const validateField = (
  schema: z.ZodMiniObject,
  values: Values,
  field: string,
  ...path: string[]
): string | undefined => {
  if (values[field] instanceof UnparsedJson) return t('内容不是有效的 JSON')
  // Rules across fields only run when every field can be parsed.
  const readable = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value instanceof UnparsedJson ? undefined : value]),
  )
  const issue = z
    .safeParse(schema, readable)
    .error?.issues.find((found) => [field, ...path].every((part, at) => found.path[at] === part))
  return issue && t(issue.message || messages.required)
}

/** Whether a field is required: its schema accepts no empty value. */
export const isRequired = (schema: z.ZodMiniObject, field: string): boolean => {
  const own = schema.shape[field]
  return own !== undefined && !emptyValues.some((empty) => z.safeParse(own as z.ZodMiniType, empty).success)
}
