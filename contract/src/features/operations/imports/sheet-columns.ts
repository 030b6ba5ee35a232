import type { SheetHead } from './imports.contract.ts'

/** The columns of a sheet if one of its first rows holds the titles: these, and the values of the row below. */
export const columnsBelow = (rows: SheetHead['rows'], header: number): SheetHead['columns'] => {
  const at = rows.findIndex(({ row }) => row === header)
  const samples = rows[at + 1]?.cells ?? []
  return (rows[at]?.cells ?? []).map((title, column) => ({ title, sample: samples[column] ?? '' }))
}
