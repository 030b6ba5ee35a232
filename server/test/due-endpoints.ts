import { readFileSync } from 'node:fs'
import path from 'node:path'
import { features } from '@atrium/contract/features.gen.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { inject } from 'vitest'
import { isThorough } from './thorough.ts'

const list = readFileSync(path.join(import.meta.dirname, '../../contract/src/features.gen.ts'), 'utf8')
/** Folders of the features, `people/users`, in the order of the list. */
const folders = [...list.matchAll(/from '\.\/features\/(.+)\/[^/]+\.feature\.ts'/g)].map(([, folder]) => folder ?? '')
if (folders.length !== features.length)
  throw new Error('features.gen.ts imports another number of features than it lists')

const changed = new Set(isThorough ? [] : inject('changedFeatures'))
const isChanged = (folder: string) => changed.has(folder)

const everyEndpoint = features.flatMap(({ contracts }, at) =>
  Object.values<Readonly<Record<string, Endpoint>>>(contracts).flatMap((contract) =>
    Object.values(contract).map((endpoint) => ({ endpoint, folder: folders[at] ?? '' })),
  ),
)
/** The road treats endpoints of one kind alike; of each feature, a read and a change go it. */
const listKinds = ({ endpoint: { access, method, wire }, folder }: (typeof everyEndpoint)[number]) => [
  `${access.kind} ${method} ${wire}`,
  `${folder} ${method === 'GET'}`,
]
const seen = new Set<string>()
const isFirst = (each: (typeof everyEndpoint)[number]): boolean => {
  const kinds = listKinds(each).filter((kind) => !seen.has(kind))
  for (const kind of kinds) seen.add(kind)
  return kinds.length > 0
}
const due = new Set(
  everyEndpoint.flatMap((each) => {
    const first = isFirst(each)
    return isThorough || first || isChanged(each.folder) ? each.endpoint : []
  }),
)

/**
 * Whether tests of all endpoints try this one: in the thorough run each; otherwise the first of each kind, and those of
 * features that have changed since the last complete run (decision 118).
 */
export const isDue = (endpoint: Endpoint): boolean => due.has(endpoint)
