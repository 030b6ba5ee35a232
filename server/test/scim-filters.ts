import fc from 'fast-check'
import { expect } from 'vitest'
import { anyText } from './hostile/generated-values.ts'
import type { ScimClient } from './scim-stage.ts'

const userPaths = [
  'userName',
  'USERNAME',
  'externalId',
  'displayName',
  'name.givenName',
  'emails',
  'emails.value',
  'active',
  'id',
  'emails.type',
  'emails.primary',
  'phoneNumbers.value',
  'meta.created',
  'meta.lastModified',
  'members',
  'title',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName',
  'constructor',
  '__proto__',
  'name',
]
const path = fc.constantFrom(...userPaths)
const text = fc.oneof(
  anyText.map((each) => each.slice(0, 60)),
  fc.constantFrom('%', "'", '\\', '"', '2026-01-01'),
)
const value = fc.oneof(
  text.map((each) => JSON.stringify(each)),
  fc.constantFrom('true', 'false', 'null', '1', '-1e400', '"2020-01-01T00:00:00Z"', '"99999-01-01"'),
)
const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'EQ')
/** Filters by the grammar, over known and unknown attributes and any values. */
const { filter } = fc.letrec<{ filter: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.tuple(path, operator, value).map((parts) => parts.join(' ')),
    path.map((each) => `${each} pr`),
  ),
  filter: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.tuple(tie('filter'), fc.constantFrom('and', 'or', 'AND'), tie('filter')).map((parts) => parts.join(' ')),
    tie('filter').map((inner) => `not (${inner})`),
    tie('filter').map((inner) => `(${inner})`),
    tie('leaf').map((inner) => `emails[${inner}]`),
  ),
}))
const broken = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.tuple(filter, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))),
  fc.constantFrom('(', '[]', 'not', 'and', 'userName eq', '((((', 'emails[', 'userName eq "\\'),
)

const operation = fc.record(
  {
    op: fc.constantFrom('add', 'Replace', 'REMOVE', 'x', null),
    path: fc.oneof(
      path,
      filter.map((inner) => `emails[${inner}].value`),
      broken,
      fc.constant(undefined),
      fc.constant(7),
    ),
    value: fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.constantFrom('True', 'False')),
  },
  { requiredKeys: ['op'] },
)

const answered = new Set([200, 201, 400, 403, 404, 409, 412])
/** Sends any filters, and any changes of a user and a group; none fails. */
export const fuzzScim = async (scim: ScimClient, ids: { userId: string; groupId: string }, numRuns: number) => {
  const seen = new Set<number>()
  const send = async (...call: Parameters<ScimClient>) => {
    const { status, text: body } = await scim(...call)
    seen.add(status)
    expect([call, answered.has(status) ? '' : `${status} ${body}`]).toEqual([call, ''])
  }
  await fc.assert(
    fc.asyncProperty(fc.oneof(filter, broken), fc.constantFrom('Users', 'Groups'), async (asked, kind) => {
      const filtered = new URLSearchParams({ filter: asked.toWellFormed(), count: '2' })
      await send('GET', `/${kind}?${filtered}`)
    }),
    { numRuns },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 4 }), fc.boolean(), async (operations, isUser) => {
      const target = isUser ? `/Users/${ids.userId}` : `/Groups/${ids.groupId}`
      await send('PATCH', target, { Operations: operations })
    }),
    { numRuns },
  )
  await fc.assert(
    fc.asyncProperty(fc.dictionary(path, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 }), async (resource) => {
      await send('PUT', `/Users/${ids.userId}`, resource)
      await send('POST', '/Users', resource)
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  )
  return seen
}
