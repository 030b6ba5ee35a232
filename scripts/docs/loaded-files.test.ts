import path from 'node:path'
import { expect, it } from 'vitest'
import { createFileCounter, listFeatureLoads } from './loaded-files.ts'

const root = path.join(import.meta.dirname, '../..')
const loads = listFeatureLoads(root)
/** The contract's lists of all features. */
const lists = ['contract/src/index.ts', 'contract/src/features.gen.ts', 'contract/src/event-words.ts']

it('sees what files load: the product loads the list of all features', () => {
  const loaded = createFileCounter(root)('server/src/app.ts')
  expect(lists.slice(0, 2).filter((list) => !loaded.has(list))).toEqual([])
  expect(loads.length).toBeGreaterThan(50)
})

it('no feature loads the list of all features', () => {
  expect(loads.filter(({ whole }) => lists.some((list) => whole.has(list))).map(({ feature }) => feature)).toEqual([])
})

it('a feature that most others need is loaded with half of what the list would bring', () => {
  const sizes = new Map(loads.map(({ feature, whole }) => [feature, whole.size]))
  expect(sizes.get('people/users')).toBeLessThanOrEqual(214)
})
