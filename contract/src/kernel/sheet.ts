import * as z from 'zod/mini'
import { id, isCustomSort, tagsField } from './listing.ts'
import { t } from './texts.ts'

/** What a field's cells hold. `dict`: a dictionary's items; `ref`: rows of another entity; `choice`: fixed words. */
export const sheetFieldKinds = [
  'text',
  'number',
  'decimal2',
  'percent',
  'date',
  'datetime',
  'phone',
  'mail',
  'idcard',
  'dict',
  'ref',
  'choice',
  'bool',
] as const
export type SheetFieldKind = (typeof sheetFieldKinds)[number]

/** The entity whose rows a `ref` offers. */
export type SheetReference = {
  readonly entity: string
  /** What of a row stands in the cell. */
  readonly by: 'name' | 'code' | 'path'
  /** Several, separated by 、. */
  readonly many?: true
  /** The field whose entry they belong to. */
  readonly within?: string
}

/** A field of an entity as a column of sheets. */
export type SheetField = {
  readonly title: string
  readonly kind: SheetFieldKind
  /** Path in the body of requests, if it is another: `admin.account`. */
  readonly as?: string
  /** The group whose items a `dict` offers. */
  readonly dictionary?: string
  readonly reference?: SheetReference
  /** The words of a `choice`, by the code that stands for each in requests. */
  readonly choices?: Readonly<Record<string, string>>
  /** Key of the field restriction that hides or masks the column: `<resource>.<name>`. */
  readonly restriction?: string
  /** An entry that templates show. Absent: the field is exported, and never imported. */
  readonly sample?: string
  /** Never exported. */
  readonly importOnly?: true
  /** What to enter, shown as the title's note. */
  readonly hint?: string
  /** In characters. */
  readonly width?: number
}
export type SheetFields = Readonly<Record<string, SheetField>>
/** Names of the fields that are exported. */
export type ExportedField<F extends SheetFields> = {
  [N in keyof F & string]: F[N] extends { readonly importOnly: true } ? never : N
}[keyof F & string]

/** What sheets hold of an entity. Names of fields are those of lists. */
export type Sheet<F extends SheetFields = SheetFields> = {
  /** Noun of the entity's audit events. */
  readonly entity: string
  /** What users call the rows. */
  readonly title: string
  readonly fields: F
  /** Sets of fields of which each finds a row again, as the database ensures; absent for what is only exported. */
  readonly keys?: readonly (readonly string[])[]
  /** What to know of rows that an import has added, for its caller. */
  readonly afterImport?: string
}
/** Checks the declaration of a sheet, and keeps the names of its fields. */
export const defineSheet = <const F extends SheetFields>(
  sheet: Omit<Sheet<F>, 'keys'> & { readonly keys?: readonly (readonly (keyof F & string)[])[] },
): Sheet<F> => sheet

export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]

export const exportedFields = ({ fields }: Pick<Sheet, 'fields'>): string[] =>
  Object.entries(fields).flatMap(([name, { importOnly }]) => (importOnly ? [] : [name]))

/** Most rows that one export selects by their ids. */
export const maxTicked = 1_000

/** Custom fields of one row at most. */
const maxCustomColumns = 100
/** Columns of an export. Lists that are filtered by custom fields export these, too: `custom.<key>`; and tags likewise. */
const columnsOf = <F extends z.core.$ZodShape>(filter: z.ZodMiniObject<F>, names: readonly string[]) => {
  const known = 'f.tags' in filter.shape ? [...names, tagsField] : names
  if (!('f.custom' in filter.shape)) return z.array(z.enum(known)).check(z.minLength(1), z.maxLength(known.length))
  const column = z.string().check(z.refine((name) => known.includes(name) || isCustomSort(name)))
  return z.array(column).check(z.minLength(1), z.maxLength(known.length + maxCustomColumns))
}

/**
 * Body of an export: the list's search and filters, the rows by id, the columns in order (all by default), and the
 * format. Takes the list's filters, and the exported sheet.
 */
export const exportBody = <F extends z.core.$ZodShape>(filter: z.ZodMiniObject<F>, sheet: Pick<Sheet, 'fields'>) => {
  const names = exportedFields(sheet)
  return z.extend(filter, {
    ids: z.optional(
      z
        .array(id)
        .check(z.minLength(1), z.maxLength(maxTicked, { error: () => t('最多 {maxTicked} 条', { maxTicked }) })),
    ),
    columns: z.optional(columnsOf(filter, names)),
    format: z._default(z.enum(sheetFormats), 'csv'),
  })
}
/** What an export is asked for beside its filter. */
export type ExportRequest = {
  readonly ids?: readonly string[] | undefined
  readonly columns?: readonly string[] | undefined
  readonly format: SheetFormat
}
/** Rows selected by their ids, as part of an export's filter. */
export type Ticked = Pick<ExportRequest, 'ids'>
