/** More rows of a list than this are not exported at once. */
export const maxExported = 100_000
