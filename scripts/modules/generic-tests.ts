/** Tests of the product that hold for modules as well: isolation and keys of tables, and secrets at rest. */
export const genericTests: readonly string[] = [
  'server/test/architecture/tables.test.ts',
  'server/test/architecture/distribution.test.ts',
  'server/test/architecture/constraints.test.ts',
]
