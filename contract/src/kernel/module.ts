import type { Endpoint } from './endpoint.ts'
import type { ErrorBlock } from './errors.ts'
import type { Feature, Menu } from './feature.ts'
import type { DeclaredMessages, ModuleSettings } from './module-declarations.ts'
import { toPermission } from './permission.ts'

/**
 * What a module adds to the contract: a feature, and the display names of its permission modules and audit events. What
 * it declares begins with its name, so that no two modules meet.
 */
export type ModuleContract = {
  /** Lower case letters and digits: `assets`. Also the name of its PostgreSQL schema. */
  readonly name: string
  /** As people see it: 资产管理. */
  readonly title: string
  readonly feature: Feature
  readonly words: Readonly<Record<string, string>>
  /** Its parameters, which operators edit. */
  readonly settings?: ModuleSettings
  /** Its messages, whose wording operators edit. */
  readonly messages?: DeclaredMessages
  /** Numbers of its errors, from 100,000: each module has a block of its own. */
  readonly errorBlock: ErrorBlock
}

const firstModuleCode = 100_000
const isName = (name: string) => /^[a-z][a-z0-9]{1,29}$/.test(name)
/** Schemas and addresses that are taken. */
const reserved = ['public', 'pgboss', 'sys', 'open', 'front', 'console', 'portal', 'atrium']

const isPath = (name: string, path: string) => new RegExp(`^/(api|front-api)/${name}(/|$)`).test(path)
const isBelow = (name: string, path: string) => path === name || path.startsWith(`${name}/`)
const isPermissionModule = (name: string, module: string) => new RegExp(`^${name}([A-Z]|$)`).test(module)

const endpointFaults = (name: string, endpoint: Endpoint): string[] => [
  ...(isPermissionModule(name, endpoint.module) ? [] : [`permission module ${endpoint.module}`]),
  ...(isPath(name, endpoint.path) ? [] : [`address ${endpoint.path}`]),
]
const menuFaults = (name: string, { code, path, component }: Menu): string[] => [
  ...(code === name || code.startsWith(`${name}.`) ? [] : [`menu ${code}`]),
  // A group has no part in the addresses of its pages.
  ...((component === undefined && path === '') || isBelow(name, path) ? [] : [`path ${path}`]),
  ...(component === undefined || component.startsWith(`${name}/`) ? [] : [`component ${component}`]),
]

/** What a row of the module `assets` is called in events: `asset`. */
const singularOf = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '')
const isEvent = (name: string, event: string) => new RegExp(`^(${name}|${singularOf(name)})([A-Z.]|$)`).test(event)

/** What contradicts the rules of modules; empty: nothing. */
const listFaults = ({ name, feature, words, errorBlock, settings = {}, messages = {} }: ModuleContract): string[] => {
  const endpoints = Object.values(feature.contracts).flatMap(Object.values<Endpoint>)
  const errors = Object.values(feature.errors ?? {}).flatMap(Object.values<{ code: number }>)
  const named = endpoints.flatMap((endpoint) => (toPermission(endpoint) === undefined ? [] : endpoint.module))
  const events = endpoints.flatMap((endpoint) =>
    'audit' in endpoint && 'event' in endpoint.audit ? endpoint.audit.event : [],
  )
  return [
    ...(isName(name) && !reserved.includes(name) ? [] : [`name ${name}`]),
    ...endpoints.flatMap((endpoint) => endpointFaults(name, endpoint)),
    ...(feature.menus ?? []).flatMap((menu) => menuFaults(name, menu)),
    ...Object.keys({ ...settings, ...messages }).flatMap((code) =>
      code.startsWith(`${name}.`) ? [] : [`setting or message ${code}`],
    ),
    ...(errorBlock.from >= firstModuleCode ? [] : [`errors from ${errorBlock.from}`]),
    ...errors.flatMap(({ code }) => (code >= errorBlock.from && code <= errorBlock.to ? [] : [`error ${code}`])),
    ...events.flatMap((event) => (isEvent(name, event) ? [] : [`event ${event}`])),
    ...[...new Set([...named, ...events])].flatMap((word) => (word in words ? [] : [`no name for ${word}`])),
  ]
}

/**
 * Declares what a module adds to the contract.
 *
 * @throws if it takes a name outside its own: of an address, a permission module, a menu or an error
 */
export const defineModuleContract = <const M extends ModuleContract>(module: M): M => {
  const faults = listFaults(module)
  if (faults.length > 0) throw new Error(`module ${module.name}: ${faults.join('; ')}`)
  return module
}
