import { tableRow } from './markdown-table.ts'

/** Marks between which a table of a document is written. */
export type Marks = { begin: string; end: string }

/**
 * A document with its table as the code has it.
 * @throws an Error if the document lacks the marks
 */
export const withTable = (
  file: string,
  text: string,
  { begin, end }: Marks,
  [headers, ...rows]: readonly (readonly string[])[],
): string => {
  const [before, rest = ''] = text.split(begin)
  const after = rest.split(end)[1]
  if (after === undefined || headers === undefined) throw new Error(`${file} lacks the marks of its table`)
  const table = [headers, headers.map(() => '---'), ...rows].map(tableRow).join('\n')
  return `${before}${begin}\n\n${table}\n\n${end}${after}`
}
