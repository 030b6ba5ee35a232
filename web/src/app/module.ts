import type { ComponentType } from 'react'

/** A module in the console. */
export type WebModule = {
  /** Loaders of its pages by component, which a menu names: `assets/list`. */
  readonly views: Readonly<Record<string, () => Promise<ComponentType>>>
  /** Pages of single rows, below the list of a component: their title until the row is read, and their loader. */
  readonly objects?: Readonly<Record<string, { readonly title: string; load(): Promise<ComponentType> }>>
}

/** Declares a module in the console. What it shows is loaded with its pages. */
export const defineWebModule = (module: WebModule): WebModule => module
