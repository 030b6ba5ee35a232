/** Letters of a sheet's column: A, Z, AA. */
export const columnLetters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : columnLetters(Math.floor(at / 26) - 1) + columnLetters(at % 26)
