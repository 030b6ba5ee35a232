import type { Endpoint } from './endpoint.ts'
import { addressKey, addressOf, type EndpointAddress } from './endpoint-address.ts'
import { type ErrorSpec, kernelErrors } from './errors.ts'
import { createEventNames } from './event-names.ts'
import { exportErrors } from './export-limit.ts'
import type { Feature, Menu, SubjectEndpoints } from './feature.ts'
import { toPermission } from './permission.ts'
import { restrictionErrors } from './restrictions.ts'
import type { SheetField, SheetFields } from './sheet.ts'

/** What a product consists of, looked up by name: the sum of what its features add to the contract. */
export type Catalogue = {
  readonly features: readonly Feature[]
  /** All endpoints as one list. */
  readonly endpoints: readonly Endpoint[]
  /** The endpoint at an address in wire notation; undefined for addresses of other systems. */
  endpointAt(address: EndpointAddress): Endpoint | undefined
  /** Every permission that can be granted: those that endpoints require. */
  readonly permissions: ReadonlySet<string>
  /**
   * Returns names of permissions that stand in the code.
   * @throws for one that no endpoint requires
   */
  declaredPermissions<Names extends readonly string[]>(names: Names): Names
  /** The menus of all features, in no order. */
  readonly menus: readonly Menu[]
  /** Errors by group. */
  readonly errorsByGroup: Readonly<Record<string, Readonly<Record<string, ErrorSpec>>>>
  /** All errors; those of the kernel come first. */
  readonly everyError: readonly ErrorSpec[]
  /** Modules of the events that no endpoint writes, by event. */
  readonly automaticEvents: Readonly<Record<string, string>>
  /** Entity of an event: `baseParameter` for `baseParameter.updated`. */
  entityOf(event: string): string
  /** What a feature calls a field of its entity, and the codes in it; undefined where the common words apply. */
  fieldWords(entity: string, field: string): Pick<SheetField, 'title' | 'choices'> | undefined
  /** Read and change of one row of an entity whose rows have pages; undefined for other entities. */
  subjectOf(entity: string): SubjectEndpoints | undefined
  /** Modules of this installation, by the names of their contracts. */
  readonly modules: readonly { readonly name: string; readonly title: string }[]
  /** Display name of an audit event. */
  eventName(event: string): string
  /** Display name of the module an event belongs to. */
  moduleName(module: string): string
}

/** @throws if two endpoints have one address: only one of them would be served */
const byAddress = (endpoints: readonly Endpoint[]): ReadonlyMap<string, Endpoint> => {
  const known = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const key = addressKey(addressOf(endpoint))
    const other = known.get(key)
    if (other) throw new Error(`${key} is declared by ${other.module} and ${endpoint.module}`)
    known.set(key, endpoint)
  }
  return known
}

const mergeAll = <Value>(parts: readonly (Readonly<Record<string, Value>> | undefined)[]) =>
  Object.assign({}, ...parts) as Readonly<Record<string, Value>>

/**
 * Collects what features add to the contract.
 * @param words - display names of modules and audit events
 * @param modules - modules of this installation, whose features are among the others
 * @throws if they contradict each other: two endpoints at one address, or a menu that needs a permission that no
 * endpoint requires
 */
export const createCatalogue = (
  features: readonly Feature[],
  words: Readonly<Record<string, string>>,
  modules: Catalogue['modules'] = [],
): Catalogue => {
  const endpoints = features.flatMap(({ contracts }) => Object.values(contracts).flatMap(Object.values<Endpoint>))
  const addresses = byAddress(endpoints)
  const permissions = new Set(endpoints.flatMap((endpoint) => toPermission(endpoint) ?? []))
  const declaredPermissions = <Names extends readonly string[]>(names: Names): Names => {
    const unknown = names.find((name) => !permissions.has(name))
    if (unknown !== undefined) throw new Error(`no endpoint requires the permission ${unknown}`)
    return names
  }
  const menus = features.flatMap((feature) => feature.menus ?? [])
  declaredPermissions(menus.flatMap((menu) => (menu.component === undefined ? [] : menu.needs)))
  const errorsByGroup = {
    kernel: { ...kernelErrors, ...restrictionErrors, ...exportErrors },
    ...mergeAll(features.map(({ errors }) => errors)),
  }
  const sheets = features.flatMap(({ fieldWords = [] }) => fieldWords)
  const fields: Readonly<Record<string, SheetFields>> = Object.fromEntries(
    sheets.map((sheet) => [sheet.entity, sheet.fields]),
  )
  const entities = mergeAll(features.map((feature) => feature.entities))
  const subjects = mergeAll(features.map((feature) => feature.subjects))
  return {
    features,
    endpoints,
    endpointAt: (address) => addresses.get(addressKey(address)),
    permissions,
    declaredPermissions,
    menus,
    errorsByGroup,
    everyError: Object.values(errorsByGroup).flatMap((errors) => Object.values(errors)),
    automaticEvents: mergeAll(features.map(({ automatic }) => automatic)),
    entityOf: (event) => {
      const [noun = ''] = event.split('.')
      const here = noun.replace(/^portal([A-Z])/, (_, first: string) => first.toLowerCase())
      return (Object.hasOwn(entities, here) ? entities[here] : undefined) ?? here
    },
    subjectOf: (entity) => (Object.hasOwn(subjects, entity) ? subjects[entity] : undefined),
    fieldWords: (entity, field) => (Object.hasOwn(fields, entity) ? fields[entity]?.[field] : undefined),
    modules: modules.map(({ name, title }) => ({ name, title })),
    ...createEventNames(words),
  }
}
