/** A keyset page: rows older than `after`, or newer than `before`; the newest without either. */
export type RowRange = { size: number; after?: number | undefined; before?: number | undefined }

/** Newer rows are read oldest first. */
export const newestFirst = <Row>(rows: Row[], { before }: RowRange) => (before === undefined ? rows : rows.reverse())

/** If fewer newer rows remain than a page holds, returns the newest page. */
export const orNewest = async <Row>(range: RowRange, page: (range: RowRange) => Promise<Row[]>): Promise<Row[]> => {
  const rows = await page(range)
  return range.before !== undefined && rows.length < range.size ? page({ size: range.size }) : rows
}
