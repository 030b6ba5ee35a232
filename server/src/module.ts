import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import type { Messages } from './features/communication/messages/index.ts'
import type { createUploadsFeature } from './features/content/uploads/uploads.feature.ts'
import type { Settings } from './features/system/base-parameters/index.ts'
import type { createDictionariesFeature } from './features/system/dictionaries/dictionaries.feature.ts'
import type { Files } from './features/tenancy/files/index.ts'
import { createModuleSwitch, type ModuleSwitch } from './features/tenancy/tenants/tenants.feature.ts'
import { type Numbering, numberingOf } from './kernel/db/numbering.ts'
import type { BasePorts, Feature } from './kernel/feature.ts'
import { tell } from './kernel/texts/operator-language.ts'
import { type AfterHook, type BeforeHook, toHooks } from './module-hooks.ts'
import { stopJobsWhileOff } from './module-jobs.ts'
import { type ModuleMessages, messagesOf } from './module-messages.ts'
import { type ModuleSettingsPort, settingsOf } from './module-settings.ts'

/** What the product offers to modules. There is no other door: what a handler needs beside it, its scope has. */
export type ModulePorts = Pick<
  BasePorts,
  'database' | 'limits' | 'events' | 'announcements' | 'wakeJob' | 'exportSheet' | 'siteOrigin' | 'onError'
> & {
  /** Items of dictionaries, by the group. */
  dictionaries: ReturnType<typeof createDictionariesFeature>['dictionaries']
  /** Stored files, and what a row keeps of them. */
  files: Files
  /** In which companies the module is on. */
  companies: ModuleSwitch
  /** Numbers of its rows, as `ZC-2026-000123`. */
  numbering: Numbering
  /** Its parameters. */
  settings: ModuleSettingsPort
  /** Sends its messages. */
  messages: ModuleMessages
} & Pick<ReturnType<typeof createUploadsFeature>, 'uploads' | 'richTexts'>

/** What a module adds to the product. */
export type ModuleFeature = Omit<Feature, 'hooks' | 'rawRoutes'> & {
  /** Looks at changes of the core before they are made. */
  before?: readonly BeforeHook[]
  /** Hears of changes of the core. */
  after?: readonly AfterHook[]
}

/** What the product has for modules, before each of them gets its own. */
type GivenPorts = Omit<ModulePorts, 'companies' | 'settings' | 'messages'> & {
  settings: Pick<Settings, 'read'>
  messages: Pick<Messages, 'enqueueAll'>
}
/** A module on the server: what it declares, and how it is created. */
export type ServerModule = {
  contract: ModuleContract
  create(ports: GivenPorts): Feature
}
/** What `defineModule` takes. */
type ModuleSpec = Pick<ServerModule, 'contract'> & { create(ports: ModulePorts): ModuleFeature }

/**
 * Declares a module on the server: routes for all endpoints of its contract, and what else a feature adds.
 *
 * @throws if an endpoint of the contract is left without a route, or a route belongs to another module
 */
export const defineModule = ({ contract, create }: ModuleSpec): ServerModule => ({
  contract,
  create(ports) {
    const companies = createModuleSwitch(contract, ports.database)
    const {
      before = [],
      after = [],
      ...feature
    } = create({
      ...ports,
      companies,
      numbering: numberingOf(contract.name, ports.numbering),
      settings: settingsOf(ports.settings),
      messages: messagesOf(ports.messages),
    })
    const declared = Object.values(contract.feature.contracts).flatMap((each) => Object.values(each))
    const served = feature.routes.map(({ endpoint }) => endpoint)
    const left = [
      ...declared.filter((endpoint) => !served.includes(endpoint)),
      ...served.filter((endpoint) => !declared.includes(endpoint)),
    ]
    if (left.length > 0)
      throw new Error(`module ${contract.name}: ${left.map(({ module, name }) => `${module}.${name}`).join(', ')}`)
    const hooks = toHooks(contract, { before, after }, companies)
    const jobs = [...(feature.jobs ?? []), ...(hooks.after ? [hooks.after.job] : [])]
    return { ...feature, hooks, jobs: stopJobsWhileOff(jobs, contract.title, companies) }
  },
})

/**
 * Creates a module.
 *
 * @throws its error, with the name of the module: the node does not serve without it
 */
export const createModule = (module: ServerModule, ports: Parameters<ServerModule['create']>[0]): Feature => {
  try {
    return module.create(ports)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(tell('模块 {name} 无法启动：{reason}', { name: module.contract.name, reason }), { cause: error })
  }
}

type Part = keyof ModuleFeature
const listed = [
  'routes',
  'retention',
  'dictionaryUses',
  'customTables',
  'sheets',
  'bulks',
  'jobs',
  'metrics',
  'works',
  'before',
  'after',
] as const
const named = ['constraints', 'fieldMasks', 'sheetOptions', 'sheetReferences', 'caches'] as const
/** A part that is in neither list does not compile. */
const left: Record<Exclude<Part, (typeof listed)[number] | (typeof named)[number]>, never> = {}

/** The entities of a module as one feature: the routes, sheets and jobs of all. */
export const joinFeatures = (features: readonly ModuleFeature[]): ModuleFeature => {
  const lists = listed.map((part) => [part, features.flatMap((each): readonly unknown[] => each[part] ?? [])])
  const records = named.map((part) => [part, Object.assign({}, ...features.map((each) => each[part]))])
  return { ...left, ...Object.fromEntries([...lists, ...records]) }
}
