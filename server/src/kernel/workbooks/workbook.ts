import type { CellValue } from './cell.ts'

/** How a column shows its values. Codes, phones and ids are `text`: a program that edits the file keeps their zeros. */
export type ColumnFormat = 'general' | 'text' | 'integer' | 'decimal2' | 'percent' | 'date' | 'datetime'

/** A cell that is marked as refused. */
export type RefusedCell = { readonly value: CellValue; readonly fill: 'red' }
export type Cell = CellValue | RefusedCell | undefined
export type Row = readonly Cell[]
/** Rows as they are read: a batch at a time, none held longer than it takes to write it. */
export type RowBatches = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

export type Bounds<Value> =
  | { readonly min: Value; readonly max?: Value }
  | { readonly min?: Value; readonly max: Value }
/** What may be entered below a column's title. */
export type Rule =
  /** A drop-down. Columns that share an array share its copy in the file. */
  | { readonly kind: 'list'; readonly values: readonly string[] }
  /** A drop-down of the values that belong to what another column of the row says. */
  | { readonly kind: 'dependentList'; readonly on: number; readonly values: ReadonlyMap<string, readonly string[]> }
  | ({ readonly kind: 'length' | 'integer' | 'decimal' } & Bounds<number>)
  | ({ readonly kind: 'date' } & Bounds<string>)
  /** A formula that is true for what is allowed; `{cell}` stands for the cell that is checked. */
  | { readonly kind: 'formula'; readonly formula: string }
export type InputCheck = {
  readonly rule: Rule
  /** Shown while the cell is chosen. */
  readonly prompt?: string
  /** Shown when an entry is refused. Without it the program says so in its own words. */
  readonly refusal?: string
  /** Offers a drop-down and takes other entries, too. */
  readonly lenient?: boolean
}

export type Column = {
  readonly title: string
  /** In characters. */
  readonly width?: number
  readonly format?: ColumnFormat
  /** Shown in red. */
  readonly required?: boolean
  /** Note at the title. */
  readonly note?: string
  readonly check?: InputCheck
}
export type Sheet = {
  /** Characters that no sheet's name may have are replaced, and a name that is taken is numbered. */
  readonly name: string
  /** Only a program can show it again. */
  readonly hidden?: boolean
  readonly columns: readonly Column[]
  /** Without a row of titles: for sheets that programs read. */
  readonly untitled?: boolean
  readonly rows: RowBatches
}
