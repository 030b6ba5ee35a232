import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ComponentType } from 'react'

type Load<Props = object> = () => Promise<ComponentType<Props>>

/** A tab on the page of an object, at an address of its own: `?tab=assets.held`. */
export type ObjectTab = {
  /** Begins with the module's name: `assets.held`. */
  readonly key: `${string}.${string}`
  readonly title: string
  /** Shown to users who may call it. */
  readonly endpoint: Endpoint
  /** Loads the content, which gets the id of the object, when the tab is opened. */
  readonly load: Load<{ id: string }>
}

/** An action of the palette: 新增 and a noun open the form of a list. */
export type PaletteAction = {
  readonly noun: string
  /** The page with the list. */
  readonly component: string
  /** Offered to users who may call it and have the page. */
  readonly endpoint: Endpoint
}

/** A card of the workbench, which users arrange and hide as they do the product's. */
export type WorkbenchCard = {
  /** Begins with the module's name: `assets.added`. */
  readonly key: `${string}.${string}`
  readonly title: string
  /** Shown to users who may call it. */
  readonly endpoint: Endpoint
  /** The component of the page that it leads to. */
  readonly page: string
  /** Loads the content when the workbench is shown. */
  readonly load: Load
}

/** A module in the console. Nothing of it is loaded before it is shown. */
export type WebModule = {
  /** Loaders of its pages by component, which a menu names: `assets/list`. */
  readonly views: Readonly<Record<string, Load>>
  /** Pages of single rows, below the list of a component: their title until the row is read, and their loader. */
  readonly objects?: Readonly<Record<string, { readonly title: string; load(): Promise<ComponentType> }>>
  /** Tabs on pages of objects of the product. */
  readonly objectTabs?: {
    readonly users?: readonly ObjectTab[]
    readonly companies?: readonly ObjectTab[]
    readonly organizations?: readonly ObjectTab[]
  }
  readonly workbenchCards?: readonly WorkbenchCard[]
  readonly paletteActions?: readonly PaletteAction[]
}

const keysOf = ({ views, objects = {}, objectTabs = {}, workbenchCards = [], paletteActions = [] }: WebModule) => [
  ...Object.keys({ ...views, ...objects }),
  ...[...Object.values(objectTabs).flat(), ...workbenchCards].map(({ key }) => key),
  ...paletteActions.map(({ component }) => component),
]

/**
 * Declares a module in the console.
 *
 * @throws if its keys and components do not all begin with one name, the module's
 */
export const defineWebModule = (module: WebModule): WebModule => {
  const [name, ...others] = new Set(keysOf(module).map((key) => key.split(/[/.]/)[0]))
  if (others.length > 0) throw new Error(`module ${name}: ${others.join()} is another name`)
  return module
}
