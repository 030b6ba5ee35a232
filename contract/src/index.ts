import { features } from './features.gen.ts'
import type { Endpoint, PermissionOf } from './kernel/endpoint.ts'
import { type ErrorSpec, kernelErrors } from './kernel/errors.ts'
import { exportErrors } from './kernel/export-limit.ts'
import type { Menu } from './kernel/feature.ts'
import { restrictionErrors } from './kernel/restrictions.ts'

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never
type Contracts = Intersection<(typeof features)[number]['contracts']>

/** All contracts by name: every endpoint of the product. */
export const contracts = Object.assign({}, ...features.map((feature) => feature.contracts)) as Contracts

/** All endpoints as one list. */
export const endpoints: readonly Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values(contract))

/** Every permission that can be granted, for example `'sysBases:edit'`. */
export type Permission = { [K in keyof Contracts]: PermissionOf<Contracts[K]> }[keyof Contracts]

/** The menus of all features, in no order. */
export const menus = features.flatMap((feature): readonly Menu<Permission>[] =>
  'menus' in feature ? feature.menus : [],
)

/** Errors by group. */
export const errorsByGroup: Readonly<Record<string, Readonly<Record<string, ErrorSpec>>>> = Object.assign(
  { kernel: { ...kernelErrors, ...restrictionErrors, ...exportErrors } },
  ...features.map((feature) => ('errors' in feature ? feature.errors : {})),
)

/** All errors; those of the kernel come first. */
export const everyError: readonly ErrorSpec[] = Object.values(errorsByGroup).flatMap((errors) => Object.values(errors))

/** Modules of the events that no endpoint writes, by event. */
export const automaticEvents: Readonly<Record<string, string>> = Object.assign(
  {},
  ...features.map((feature) => ('automatic' in feature ? feature.automatic : {})),
)

const entities: Readonly<Record<string, string>> = Object.assign(
  {},
  ...features.map((feature) => ('entities' in feature ? feature.entities : {})),
)
/** Entity of an event: `baseParameter` for `baseParameter.updated`. */
export const entityOf = (event: string): string => {
  const [noun = ''] = event.split('.')
  const here = noun.replace(/^portal([A-Z])/, (_, first: string) => first.toLowerCase())
  return (Object.hasOwn(entities, here) ? entities[here] : undefined) ?? here
}
