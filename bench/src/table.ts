/** Rounds a number for display; a dash if not measured. */
export const round = (number: number, digits = 0): number | string =>
  Number.isNaN(number) ? '–' : Number(number.toFixed(digits))

const measureWidth = (text: string) =>
  [...text].reduce((width, character) => width + (character.charCodeAt(0) > 0x2e80 ? 2 : 1), 0)

/** Prints rows as a table; the columns are the keys of the first row. */
export const printTable = (title: string, rows: readonly Record<string, string | number>[]) => {
  const heads = Object.keys(rows[0] ?? {})
  const cells = [heads, ...rows.map((row) => heads.map((head) => String(row[head] ?? '')))]
  const widths = heads.map((_, at) => Math.max(...cells.map((row) => measureWidth(row[at] ?? ''))))
  const lines = cells.map((row) =>
    row.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - measureWidth(cell))).join('  '),
  )
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
}
