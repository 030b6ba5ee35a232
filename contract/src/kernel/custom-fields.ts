import * as z from 'zod/mini'
import { t } from './texts.ts'

/** What a custom field holds. */
export const customKinds = ['text', 'number', 'money', 'date', 'choice', 'person', 'organization', 'switch'] as const
export type CustomKind = (typeof customKinds)[number]

/** An entity that custom fields can be added to. */
export type CustomEntity = {
  /** Noun of its audit events: `user`. */
  readonly entity: string
  /** What users call its rows. */
  readonly title: string
  /** Only the platform sees its rows, and adds fields to them. */
  readonly platformOnly?: true
  /** The platform sees the rows of all companies, each of which has fields of its own beside the platform's. */
  readonly seenByPlatform?: true
}

/** Values of one row or request at most. */
export const maxCustomFields = 100
/** Characters of a text. */
export const maxCustomText = 500

/**
 * As it is written: a text, a number, yes or no; the id of a person or an organisation, or both as they are read; null:
 * none.
 */
const customInput = z.nullable(
  z.union([
    z.string().check(z.maxLength(maxCustomText * 4)),
    z.number(),
    z.boolean(),
    z.pipe(
      z.object({ id: z.string().check(z.maxLength(40)) }),
      z.transform(({ id }) => id),
    ),
  ]),
)
export type CustomInput = z.output<typeof customInput>
/** As it is read: a person or an organisation with its name. */
const customValue = z.union([z.string(), z.number(), z.boolean(), z.object({ id: z.string(), name: z.string() })])
export type CustomValue = z.output<typeof customValue>
export type CustomInputs = Readonly<Record<string, CustomInput>>
export type CustomValues = Readonly<Record<string, CustomValue>>

/** A condition of a list: a field is a value, or lies between two. `field` and `column` are the server's. */
export type CustomCondition = {
  readonly key: string
  readonly op: 'is' | 'from' | 'to'
  readonly value: string
}
const conditionValue = z.string().check(z.minLength(1), z.maxLength(maxCustomText))
const condition = z.object({ key: z.string(), op: z.enum(['is', 'from', 'to']), value: conditionValue })
const range = z.strictObject({ from: z.optional(conditionValue), to: z.optional(conditionValue) })
const conditions = z.record(z.string().check(z.maxLength(40)), z.union([conditionValue, range]))

const wrongConditions = '自定义字段的筛选条件格式不正确'
const parseConditions = (text: string): CustomCondition[] | undefined => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const parsed = conditions.safeParse(json)
  if (!parsed.success) return undefined
  return Object.entries(parsed.data).flatMap(([key, value]): CustomCondition[] =>
    typeof value === 'string'
      ? [{ key, op: 'is', value }]
      : (['from', 'to'] as const).flatMap((op) => {
          const bound = value[op]
          return bound === undefined ? [] : [{ key, op, value: bound }]
        }),
  )
}

const marks = { row: new WeakMap<object, CustomEntity>(), input: new WeakMap<object, CustomEntity>() }
const filters = new WeakMap<object, CustomEntity>()

/**
 * Opts an entity in to custom fields: `row` is the property `custom` of its rows and details, `input` that of the bodies
 * which add and change one (absent: unchanged), `filter` the filter `custom` of its lists and exports. The server fills,
 * checks and stores them beside the handlers; its feature names the table.
 */
export const defineCustomEntity = (entity: CustomEntity) => {
  const row = z.optional(z.record(z.string(), customValue))
  const input = z.optional(
    z.record(z.string().check(z.maxLength(40)), customInput).check(
      z.refine((values) => Object.keys(values).length <= maxCustomFields, {
        error: () => t('最多 {max} 个自定义字段', { max: maxCustomFields }),
      }),
    ),
  )
  const filter = z.union([
    z.array(condition),
    z.pipe(
      z.string().check(z.maxLength(2000)),
      z.transform((text, context) => {
        const parsed = parseConditions(text)
        if (parsed) return parsed
        context.issues.push({ code: 'custom', message: wrongConditions, input: text })
        return z.NEVER
      }),
    ),
  ])
  marks.row.set(row, entity)
  marks.input.set(input, entity)
  filters.set(filter, entity)
  return { row, input, filter }
}

/** The entity whose custom values a schema holds in replies, in bodies or as a filter; undefined for any other schema. */
export const findCustomEntity = (schema: object, as: 'row' | 'input' | 'filter'): CustomEntity | undefined =>
  (as === 'filter' ? filters : marks[as]).get(schema)

/** The restriction of a custom field, as `Restrictions` has it. */
export const customRestriction = (entity: string, key: string): string => `custom.${entity}.${key}`
