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

/** The list of features has one line each; beside these it may have as many as any function. */
export const listOfFeatures = 'server/src/features.ts createFeatures'

const journey = 'one journey through the console, step by step'
/** Functions by file and name. */
export const longFunctions: Exceptions = {
  "e2e/src/companies.e2e.ts 'a company is added step by step, and its administrator signs in with the shown password'":
    [74, journey],
  "e2e/src/memberships.e2e.ts 'a user is invited, joins, chooses a company at sign-in, and switches it'": [69, journey],
  "e2e/src/roles.e2e.ts 'members are added and removed; members of descendants are marked'": [67, journey],
  "e2e/src/switch-company.e2e.ts 'a company is found with Enter, visited, kept after a reload, and left'": [
    76,
    journey,
  ],
  "e2e/src/portal-enterprise.e2e.ts 'a company applies for recognition, invites a member, and lets them use an application they ask for'":
    [90, journey],
  "e2e/src/users.e2e.ts 'users are filtered by organisation, and a drawer shows all details of one'": [72, journey],
}
