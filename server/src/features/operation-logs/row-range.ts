/** Which page of a list that only grows: rows older than `after`, or newer than `before`; the newest without either. */
export type Stretch = { size: number; after?: number | undefined; before?: number | undefined }

/** Newer rows are read oldest first. */
export const newestFirst = <Row>(rows: Row[], { before }: Stretch) => (before === undefined ? rows : rows.reverse())

/** Newer rows that do not fill a page are the beginning: the newest page then. */
export const orNewest = async <Row>(stretch: Stretch, page: (stretch: Stretch) => Promise<Row[]>): Promise<Row[]> => {
  const rows = await page(stretch)
  return stretch.before !== undefined && rows.length < stretch.size ? page({ size: stretch.size }) : rows
}
