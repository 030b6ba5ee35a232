import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { layers } from '../../../scripts/layers.ts'
import { expectOnly } from './expect-only.ts'

const sides = ['contract', 'server', 'web'] as const
/** Features missing in one of the three trees. */
const missingSides = {
  'access/row-scopes is missing in web': 'the roles’ pages edit data scopes and rules',
  'open/gate is missing in contract':
    'it answers signed calls at addresses of its own; open/open-apps has its errors and steps',
  'open/scim is missing in contract': 'it answers by the protocol of SCIM; open/open-apps has its settings',
  'tenancy/files is missing in contract': 'the rows of stored files; content/uploads has their calls',
  'tenancy/files is missing in web': 'content/uploads has their screen',
  'identity/portal-sign-in is missing in web':
    'the portal’s addresses of the same services; the portal is another product',
  'identity/system-settings is missing in web': 'the shell and the sign-in page read them; they have no screen',
}

const root = join(import.meta.dirname, '../../..')
const foldersIn = (...folder: string[]) =>
  readdirSync(join(root, ...folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )
const areasOn = (side: string) => foldersIn(side, 'src/features')
const featuresOn = (side: string) =>
  areasOn(side).flatMap((area) => foldersIn(side, 'src/features', area).map((name) => `${area}/${name}`))

it('layers are the same in contract, server and web', () => {
  for (const side of sides) expect(areasOn(side).sort(), side).toEqual([...layers].sort())
})
it('features have the same names in contract, server and web', () => {
  const trees = sides.map((side) => ({ side, names: featuresOn(side) }))
  const every = [...new Set(trees.flatMap(({ names }) => names))]
  const gaps = every.flatMap((name) =>
    trees.flatMap(({ side, names }) => (names.includes(name) ? [] : `${name} is missing in ${side}`)),
  )
  expectOnly(gaps, missingSides)
})
it('what the web shares is named after no feature, so that each has one place there', () => {
  const taken = new Set([...layers, ...sides.flatMap(featuresOn)].flatMap((name) => name.split('/')))
  expect(foldersIn('web/src/shared').length).toBeGreaterThan(0)
  expect(foldersIn('web/src/shared').filter((name) => taken.has(name))).toEqual([])
})
it('feature folders are named in kebab case', () => {
  const every = sides.flatMap(featuresOn)
  expect(every.filter((name) => !/^[a-z]+\/[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
})
