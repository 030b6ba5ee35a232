/**
 * A function is measured by what a reader follows, its statements and branches, and not by its lines: what is written
 * out reads better than what is packed. A test lists behaviours, one step after the other.
 */
export const budgets = {
  statements: 45,
  testStatements: 70,
  branches: 24,
  fileLines: 400,
  testFileLines: 700,
  roadLines: 150,
  listPage: { lines: 250, options: 9 },
  suppressions: 20,
  casts: 10,
} as const

/** The list of features has one line each; beside these it may have as many as any function. */
export const listOfFeatures = 'server/src/features.ts createFeatures'
