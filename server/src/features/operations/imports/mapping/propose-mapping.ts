import {
  type MappedColumn,
  maxHeaderRows,
  type SheetHead,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { columnsBelow } from '@atrium/contract/features/operations/imports/sheet-columns.ts'
import { AppError } from '../../../../kernel/scope.ts'
import { type FoundTemplate, visibleColumns } from '../../excels/index.ts'
import type { FileHead, OfferedSheet, SheetStart } from '../reading/open-import.ts'
import { assertSomeMatch, matchColumns } from './match-columns.ts'

/** Rows that may hold titles, by their numbers. */
export const toHeaders = ({ rows }: Pick<SheetHead, 'rows'>): number[] =>
  rows.slice(0, maxHeaderRows).map(({ row }) => row)

type Proposal = { readonly sheet: OfferedSheet; readonly mapping: MappedColumn[]; readonly matches: number }

/**
 * The row of a sheet whose titles match best. A row below the first one must name fields exactly, as values may be like
 * titles.
 */
const bestHeader = (start: SheetStart, match: (columns: SheetHead['columns']) => MappedColumn[]): Proposal => {
  const proposals = toHeaders(start).map((header, at) => {
    const columns = columnsBelow(start.rows, header)
    const mapping = match(columns)
    const counted = mapping.filter(({ field, match: how }) => (at === 0 ? field !== '' : how === 'title'))
    return { sheet: { ...start, header, columns }, mapping, matches: counted.length }
  })
  const none = { sheet: { ...start, header: 1, columns: [] }, mapping: [], matches: 0 }
  return proposals.reduce((best, one) => (one.matches > best.matches ? one : best), proposals[0] ?? none)
}

/**
 * Proposes the sheet and the row of titles that match a template best, and which column is which field.
 * @throws `noMatchingColumn`, `tooManySheets`
 */
export const proposeMapping = ({ sheets, hasMore, mark }: FileHead, { template, fields }: FoundTemplate) => {
  const titled = visibleColumns(template, fields)
  const proposals = sheets.map((start) =>
    bestHeader(start, (columns) => matchColumns({ columns }, titled, fields, mark)),
  )
  const most = Math.max(0, ...proposals.map(({ matches }) => matches))
  const sheet = proposals.findIndex(({ matches }) => matches === most)
  const mapping = proposals[sheet]?.mapping ?? []
  if (most === 0 && hasMore) throw new AppError(importsErrors.tooManySheets)
  assertSomeMatch(mapping, titled)
  return { sheets: proposals.map((each) => each.sheet), sheet, mapping }
}
