import { listText, statementsText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'
import { type ApiDocument, resolve, type Schema } from './api-document.ts'

/** A field of a schema, as a line of a table. */
export type SchemaLine = {
  key: string
  depth: number
  name: string
  type: string
  required: boolean
  note: string
}

const deepest = 6
const typeNames: Readonly<Record<string, string>> = {
  string: t('文本'),
  integer: t('整数'),
  number: t('数字'),
  boolean: t('布尔'),
  object: t('对象', { context: 'json' }),
  array: t('列表'),
  null: t('空', { context: 'json' }),
}
const formatNames: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': t('时间') }
const ownType = ({ type, format, properties, items, enum: values, const: only }: Schema): string => {
  if (format !== undefined && formatNames[format]) return formatNames[format]
  const types = typeof type === 'string' ? [type] : (type ?? (properties ? ['object'] : items ? ['array'] : []))
  const names = types.map((each) => typeNames[each] ?? each)
  if (names.length > 0) return names.join(t(' 或 '))
  return only === undefined && !values ? t('任意') : t('固定值')
}

/** A schema without the reference and the choice of "or null" around it. */
const unwrap = (document: ApiDocument, schema: Schema): { schema: Schema; isNullable: boolean; refs: string[] } => {
  if (schema.$ref !== undefined) {
    const inner = unwrap(document, resolve<Schema>(document, { $ref: schema.$ref }) ?? {})
    return { ...inner, refs: [schema.$ref, ...inner.refs] }
  }
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  const [only, ...others] = choices
  if (!only || others.length > 0) return { schema, isNullable: false, refs: [] }
  const inner = unwrap(document, only)
  return { ...inner, schema: { ...schema, ...inner.schema, anyOf: [], oneOf: [] }, isNullable: true }
}

/** The type of a schema in words: 文本, 列表（对象）. */
export const typeText = (document: ApiDocument, schema: Schema): string => {
  const { schema: own, isNullable } = unwrap(document, schema)
  const choices = own.anyOf?.length ? own.anyOf : (own.oneOf ?? [])
  const name =
    choices.length > 0
      ? [...new Set(choices.map((each) => typeText(document, each)))].join(t(' 或 '))
      : own.items
        ? t('列表（{document}）', { document: typeText(document, own.items) })
        : ownType(own)
  return isNullable ? t('{name}，可为空', { name }) : name
}

const shown = (value: unknown) => (value === '' ? t('空文本') : JSON.stringify(value))
const lengthRange = (least: number | undefined, most: number | undefined): string[] => {
  if (least !== undefined && most !== undefined) return [t('{least}-{most} 个字符', { least, most })]
  if (most !== undefined) return [t('最多 {most} 个字符', { most })]
  return least !== undefined && least > 0 ? [t('最少 {least} 个字符', { least })] : []
}
const valueRange = (least: number | undefined, most: number | undefined): string[] => {
  if (least !== undefined && most !== undefined) return [`${least}-${most}`]
  if (most !== undefined) return [t('最多 {most}', { most })]
  return least !== undefined && least > 0 ? [t('最少 {least}', { least })] : []
}
/** What else a schema says: values, unless a description has said them, bounds, default. */
export const noteText = (document: ApiDocument, schema: Schema, said = ''): string => {
  const { schema: own } = unwrap(document, schema)
  const isExplained = own.enum?.every((value) => said.includes(`${value} `))
  return statementsText([
    schema.title ?? own.title,
    schema.description ?? own.description,
    own.enum && !isExplained && t('可选 {enum}', { enum: listText(own.enum.map(shown)) }),
    own.const !== undefined && t('固定为 {const}', { const: shown(own.const) }),
    ...lengthRange(own.minLength, own.maxLength),
    ...valueRange(own.minimum, own.maximum),
    own.default !== undefined &&
      own.default !== '' &&
      own.default !== null &&
      t('默认 {default}', { default: shown(own.default) }),
  ])
}

/** The fields of a schema, those of objects within it below them. A schema within itself is not repeated. */
export const schemaLines = (
  document: ApiDocument,
  schema: Schema,
  depth = 0,
  above: readonly string[] = [],
  prefix = '',
): SchemaLine[] => {
  const { schema: own, refs } = unwrap(document, schema)
  if (depth >= deepest || refs.some((each) => above.includes(each))) return []
  const path = [...above, ...refs]
  if (own.items) return schemaLines(document, own.items, depth, path, `${prefix}[]`)
  return Object.entries(own.properties ?? {}).flatMap(([name, field]) => {
    const key = `${prefix}.${name}`
    const line = {
      key,
      depth,
      name,
      type: typeText(document, field),
      note: noteText(document, field),
      required: own.required?.includes(name) ?? false,
    }
    return [line, ...schemaLines(document, field, depth + 1, path, key)]
  })
}
