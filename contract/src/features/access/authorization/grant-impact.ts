import * as z from 'zod/mini'
import { productText } from '../../../kernel/product-text.ts'
import { dataRules, dataScopes } from '../row-scopes/data-rules.ts'

/** Maximum names in an impact; its counts are exact. */
export const maxNamesInImpact = 200

const named = z.object({ id: z.string(), name: productText() })
const elementChange = z.object({
  code: z.string(),
  name: productText(),
  risk: z.enum(['low', 'mid', 'high']),
  users: z.int(),
})
const person = {
  userId: z.string(),
  name: z.string(),
  account: z.string(),
  /** False: the account is locked or disabled, so the change takes effect once it is not. */
  active: z.boolean(),
}
const personChange = z.object({ ...person, elems: z.array(z.string()) })
/**
 * Why users with an affected role neither gain nor lose anything. `otherRole`: another role grants it anyway; `locked`:
 * the role, or the one between, is locked; `plan`: the company's plan excludes it; `sameElements`: no element changes.
 */
export const unchangedReasons = ['otherRole', 'locked', 'plan', 'sameElements'] as const
const unchangedRights = z.object({
  reason: z.enum(unchangedReasons),
  users: z.int(),
  /** With the names of the other or the locked roles. */
  people: z.array(z.object({ ...person, roles: z.array(productText()) })),
})
/** Rows a role shows: data scope, chosen organisations by name, and rules. */
const shownRows = z.object({ dataScope: z.enum(dataScopes), orgs: z.array(z.string()), rules: dataRules })
export type ShownRows = z.output<typeof shownRows>
/** Rows visible to a role's assignees, before and after a change. */
const rowsChange = z.object({
  before: shownRows,
  after: shownRows,
  /** `other`: neither side includes the other. */
  change: z.enum(['wider', 'narrower', 'other']),
  /** Direct assignees who do not see all rows through another role. */
  users: z.int(),
})
export type RowsChange = z.output<typeof rowsChange>

/** Who would gain and lose what. Counts are exact, names are limited to `maxNamesInImpact`. */
export const grantImpact = z.object({
  /** Users with an affected role. */
  affectedUsers: z.int(),
  gainingUsers: z.int(),
  losingUsers: z.int(),
  gain: z.array(personChange),
  lose: z.array(personChange),
  unchanged: z.array(unchangedRights),
  /** By element, with the number of users who gain or lose it. */
  gained: z.array(elementChange),
  lost: z.array(elementChange),
  /** APIs that open or close with the elements, for example `GET /api/sys/users/v1`. */
  apis: z.object({ gain: z.array(z.string()), lose: z.array(z.string()) }),
  /** Descendants that change with the role. */
  heirs: z.array(named),
  /** Null if the visible rows do not change. */
  rows: z.nullable(rowsChange),
})
export type GrantImpact = z.output<typeof grantImpact>
