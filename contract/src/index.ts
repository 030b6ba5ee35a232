import { features, words } from './features.gen.ts'
import { installedModules, installedWords } from './installed-modules.ts'
import { createCatalogue } from './kernel/catalogue.ts'
import type { PermissionOf } from './kernel/endpoint.ts'

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never
type Contracts = Intersection<(typeof features)[number]['contracts']>

/** All contracts by name: every endpoint of the product. */
export const contracts = Object.assign({}, ...features.map((feature) => feature.contracts)) as Contracts

/** Every permission that can be granted, for example `'sysBases:edit'`. */
export type Permission = { [K in keyof Contracts]: PermissionOf<Contracts[K]> }[keyof Contracts]

/** What this product consists of. Composition roots hand it down; features take it from there and not from here. */
export const catalogue = createCatalogue(
  [...features, ...installedModules.map(({ feature }) => feature)],
  { ...words, ...installedWords },
  installedModules,
)

/** Parts of it for tests and scripts. */
export const { endpoints, errorsByGroup, everyError, entityOf } = catalogue
