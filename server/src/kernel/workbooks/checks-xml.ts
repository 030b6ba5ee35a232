import { maxRows } from './cell.ts'
import { inertText, xmlText } from './cell-text.ts'
import { toSerial } from './dates.ts'
import { columnLetters } from './references.ts'
import type { Column, InputCheck, Rule, Sheet } from './workbook.ts'

/** Sheet with the values of drop-downs that are too long for their rule. */
const listsSheetName = '__lists'
/** Longest list that a rule holds itself. */
const maxInlineLength = 255
const maxPromptLength = 255
const maxRefusalLength = 225

const isInline = (values: readonly string[]) =>
  values.join(',').length <= maxInlineLength - 2 &&
  values.every((value) => value === inertText(value) && !/[,"]|^\s|\s$/.test(value))

type Pairs = ReadonlyMap<string, readonly string[]>
/** Columns of the sheet with lists: where each list lies. */
export type Lists = {
  readonly columns: readonly (readonly string[])[]
  readonly places: ReadonlyMap<readonly string[] | Pairs, { readonly column: number; readonly count: number }>
}

/** The lists that the rules of these sheets need outside themselves, each once. */
export const collectLists = (sheets: readonly Sheet[]): Lists => {
  const columns: (readonly string[])[] = []
  const places = new Map<readonly string[] | Pairs, { column: number; count: number }>()
  for (const rule of sheets.flatMap((sheet) => sheet.columns.map(({ check }) => check?.rule))) {
    if (rule?.kind === 'list' && !places.has(rule.values) && !isInline(rule.values)) {
      places.set(rule.values, { column: columns.length, count: rule.values.length })
      columns.push(rule.values)
    }
    if (rule?.kind === 'dependentList' && !places.has(rule.values)) {
      const pairs = [...rule.values].flatMap(([parent, children]) => children.map((child) => [parent, child] as const))
      places.set(rule.values, { column: columns.length, count: pairs.length })
      columns.push(
        pairs.map(([parent]) => parent),
        pairs.map(([, child]) => child),
      )
    }
  }
  return { columns, places }
}

/** The sheet with the lists; undefined if none is needed. */
export const listsSheet = ({ columns }: Lists): Sheet | undefined => {
  if (columns.length === 0) return undefined
  const height = Math.max(...columns.map((values) => values.length))
  const rows = function* () {
    for (let from = 0; from < height; from += 500)
      yield Array.from({ length: Math.min(500, height - from) }, (_, at) => columns.map((values) => values[from + at]))
  }
  return {
    name: listsSheetName,
    hidden: true,
    untitled: true,
    columns: columns.map(() => ({ title: '', format: 'text' as const })),
    rows: rows(),
  }
}

const toRange = (column: number, count: number) => {
  const letters = columnLetters(column)
  return `'${listsSheetName}'!$${letters}$1:$${letters}$${Math.max(1, count)}`
}

/**
 * The children of what another cell says: the pairs lie sorted by parent. MATCH takes wildcards, and COUNTIF also
 * comparisons (`>100`), for what they are; hence the escapes and the sum.
 */
const toChildrenFormula = (column: number, count: number, parent: string) => {
  const parents = toRange(column, count)
  const literal = `SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(${parent},"~","~~"),"*","~*"),"?","~?")`
  const first = `'${listsSheetName}'!$${columnLetters(column + 1)}$1`
  return `OFFSET(${first},MATCH(${literal},${parents},0)-1,0,SUMPRODUCT(--(${parents}=${parent})),1)`
}

const bounds = (min: string | undefined, max: string | undefined) => {
  if (min !== undefined && max !== undefined) return { operator: 'between', formulas: [min, max] }
  return min === undefined
    ? { operator: 'lessThanOrEqual', formulas: [max ?? ''] }
    : { operator: 'greaterThanOrEqual', formulas: [min] }
}
const toText = (value: number | undefined) => value?.toString()
const toSerialText = (date: string | undefined) => (date === undefined ? undefined : toSerial(date)?.toString())

type Parts = { type: string; operator?: string; formulas: readonly string[] }
const toParts = (rule: Rule, cell: string, row: number, lists: Lists): Parts => {
  const place = 'values' in rule ? lists.places.get(rule.values) : undefined
  switch (rule.kind) {
    case 'list':
      return {
        type: 'list',
        formulas: [place ? toRange(place.column, place.count) : `"${rule.values.join(',')}"`],
      }
    case 'dependentList':
      return {
        type: 'list',
        formulas: [toChildrenFormula(place?.column ?? 0, place?.count ?? 0, `$${columnLetters(rule.on)}${row}`)],
      }
    case 'length':
      return { type: 'textLength', ...bounds(toText(rule.min), toText(rule.max)) }
    case 'integer':
      return { type: 'whole', ...bounds(toText(rule.min), toText(rule.max)) }
    case 'decimal':
      return { type: 'decimal', ...bounds(toText(rule.min), toText(rule.max)) }
    case 'date':
      return { type: 'date', ...bounds(toSerialText(rule.min), toSerialText(rule.max)) }
    case 'formula':
      return { type: 'custom', formulas: [rule.formula.replaceAll('{cell}', cell)] }
  }
}

const attribute = (name: string, text: string | undefined, most: number) =>
  text ? ` ${name}="${xmlText(text.slice(0, most)).replaceAll('\n', '&#10;')}"` : ''

const checkXml = (
  { rule, prompt, refusal, lenient = false }: InputCheck,
  column: number,
  firstRow: number,
  lists: Lists,
) => {
  const letters = columnLetters(column)
  const { type, operator, formulas } = toParts(rule, `${letters}${firstRow}`, firstRow, lists)
  const texts = attribute('error', refusal, maxRefusalLength) + attribute('prompt', prompt, maxPromptLength)
  return `<dataValidation type="${type}"${operator ? ` operator="${operator}"` : ''} allowBlank="1" showInputMessage="1" showErrorMessage="${lenient ? 0 : 1}"${texts} sqref="${letters}${firstRow}:${letters}${maxRows}">${formulas
    .map((formula, at) => `<formula${at + 1}>${xmlText(formula)}</formula${at + 1}>`)
    .join('')}</dataValidation>`
}

/** The input checks of a sheet's columns. */
export const checksXml = (columns: readonly Column[], firstRow: number, lists: Lists): string => {
  const checks = columns.flatMap(({ check }, at) => (check ? [checkXml(check, at, firstRow, lists)] : []))
  return checks.length === 0 ? '' : `<dataValidations count="${checks.length}">${checks.join('')}</dataValidations>`
}
