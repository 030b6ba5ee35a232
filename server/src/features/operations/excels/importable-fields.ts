import type { ExcelColumn } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { AddedColumn, AddedColumns } from '../../../kernel/sheets/sheet-columns.ts'
import type { SheetSource } from '../../../kernel/sheets/sheet-source.ts'

/** A field of an entity that is imported, with what its endpoint requires of it. */
export type ImportableField = SheetField & {
  readonly field: string
  /** Needed to add a row. */
  readonly required: boolean
  /** As the entity's own template has it. */
  readonly column: ExcelColumn
}

type Shape = Readonly<Record<string, z.ZodMiniType>>
const getShape = (schema: unknown): Shape => (schema as { shape?: Shape } | undefined)?.shape ?? {}

/** The schema of a path in the body: `admin.account`. */
const schemaAt = (body: unknown, path: string): z.ZodMiniType | undefined => {
  const [first = '', ...rest] = path.split('.')
  const schema = getShape(body)[first]
  return rest.length === 0 ? schema : schemaAt(schema, rest.join('.'))
}

type Limits = { maxLength?: number; minLength?: number; minimum?: number; maximum?: number }
/** Limits of texts and numbers, as far as a schema states them. */
const readLimits = (schema: z.ZodMiniType): Limits => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Limits & { anyOf?: Limits[] }
  return json.anyOf?.find((each) => 'maxLength' in each || 'maximum' in each) ?? json
}
/** Phones and identity cards have a form of their own. */
const isText = ({ kind }: SheetField) => ['text', 'mail'].includes(kind)
const isNumber = ({ kind }: SheetField) => ['number', 'decimal2', 'percent'].includes(kind)
/** JSON Schema states the range of a safe integer for every integer. */
const bound = (value: number | undefined) =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value

const toColumn = (name: string, field: SheetField, required: boolean, limits: Limits): ExcelColumn => ({
  field: name,
  title: field.title,
  required,
  unique: false,
  minLength: null,
  maxLength: isText(field) ? (bound(limits.maxLength) ?? null) : null,
  min: isNumber(field) ? bound(limits.minimum) : null,
  max: isNumber(field) ? bound(limits.maximum) : null,
  pattern: '',
  default: '',
  example: field.sample ?? '',
  note: field.hint ?? '',
  width: field.width ?? 16,
})

/** Whether a company has added the field: its name is a place in requests. */
export const isAdded = ({ field }: Pick<ImportableField, 'field'>): boolean => field.includes('.')
const toAdded = ({ name, field, required, unique, maxLength }: AddedColumn): ImportableField => ({
  ...field,
  field: name,
  required,
  column: { ...toColumn(name, field, required, {}), unique, maxLength },
})

const ownFields = ({ sheet, writes }: SheetSource, { restricted }: Pick<Actor, 'restricted'>): ImportableField[] =>
  Object.entries(sheet.fields).flatMap(([name, field]) => {
    const isHidden = field.restriction !== undefined && restricted?.[field.restriction] !== undefined
    if (field.sample === undefined || isHidden || !writes || writes.create.method === 'GET') return []
    const schema = schemaAt(writes.batchWriter?.shape ?? writes.create.body, field.as ?? name)
    if (!schema) return []
    const required = !z.safeParse(schema, undefined).success
    return [{ ...field, field: name, required, column: toColumn(name, field, required, readLimits(schema)) }]
  })

/**
 * The fields of an entity that the caller may write, in their order, and behind them those of columns that companies add:
 * a restricted one is under no template of theirs. What is required and how long a text may be is read from the schema
 * of the endpoint that adds rows.
 */
export const importableFields = async (
  added: AddedColumns,
  source: SheetSource,
  reader: { db: Db; actor: Actor },
): Promise<ImportableField[]> => {
  const columns = source.writes ? await added.list(reader, source.sheet.entity) : []
  return [...ownFields(source, reader.actor), ...columns.filter(({ isWritable }) => isWritable).map(toAdded)]
}
