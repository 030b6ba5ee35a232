/** Rows of the log by their numbers, in Chinese. */
export const describeRows = (first: number, last: number): string =>
  `第 ${first}${last > first ? ` 到 ${last}` : ''} 条`
