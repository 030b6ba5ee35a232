/** Size and reason of what is over a budget: it may shrink, never grow. */
type Exceptions = Readonly<Record<string, readonly [lines: number, because: string]>>

/** A reader keeps this much in mind at once; a test file lists behaviours one after the other. */
export const budgets = {
  fileLines: 300,
  testFileLines: 600,
  functionLines: 60,
  roadLines: 150,
  listPage: { lines: 250, options: 8 },
  suppressions: 20,
  casts: 20,
} as const

/** Functions by file and name. */
export const longFunctions: Exceptions = {}
