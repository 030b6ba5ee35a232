import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectOnly } from './expect-only.ts'

const sides = ['contract', 'server', 'web'] as const
/** Features missing in one of the three trees. */
const missingSides = {
  'access is missing in contract': 'endpoints declare their permissions; the feature has no endpoint of its own yet',
  'access is missing in web': 'the browser reads rights from the session’s grants',
  'plans is missing in web': 'their pages are part of the companies’: both show the impact of another ceiling',
  'portal-sign-in is missing in web': 'portal addresses of the same services; the portal itself is another product',
  'system-settings is missing in web': 'the shell and the sign-in page read them; they have no screen of their own',
  'home is missing in contract': 'a page assembled in the browser; it has no endpoint of its own',
  'home is missing in server': 'a page assembled in the browser; it has no endpoint of its own',
}

const root = join(import.meta.dirname, '../../..')
const featuresOn = (side: (typeof sides)[number]) =>
  readdirSync(join(root, side, 'src/features'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )

it('features have the same names in contract, server and web', () => {
  const trees = sides.map((side) => ({ side, names: featuresOn(side) }))
  const every = [...new Set(trees.flatMap(({ names }) => names))]
  const gaps = every.flatMap((name) =>
    trees.flatMap(({ side, names }) => (names.includes(name) ? [] : `${name} is missing in ${side}`)),
  )
  expectOnly(gaps, missingSides)
})
it('feature folders are named in kebab case', () => {
  const every = sides.flatMap(featuresOn)
  expect(every.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
})
