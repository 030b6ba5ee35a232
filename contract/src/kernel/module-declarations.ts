/** A parameter of a module, which operators edit among the product's: what they read of it, its kind, and its default. */
export type ModuleSetting = {
  readonly name: string
  readonly desc: string
  readonly kind: 'string' | 'number' | 'bool' | 'enum'
  readonly value: string | number | boolean
  /** Options of an enumeration with their labels. */
  readonly labels?: Readonly<Record<string, string>>
  /** Smallest and largest valid number. */
  readonly between?: readonly [number, number]
  readonly unit?: string
}
/** Parameters by their codes, which begin with the module's name: `assets.lifeMonths`. */
export type ModuleSettings = Readonly<Record<string, ModuleSetting>>

type Widened<V> = V extends string ? string : V extends number ? number : boolean
/** What parameters hold, by their codes. */
export type SettingValues<S extends ModuleSettings> = { readonly [C in keyof S]: Widened<S[C]['value']> }

/** Checks the declaration of a module's parameters, and keeps their codes and kinds. */
export const defineSettings = <const S extends ModuleSettings>(settings: S): S => settings

/** A message of a module: its variables and its first wording, which operators edit. */
export type DeclaredMessage = {
  readonly name: string
  readonly variables: readonly string[]
  readonly sms: string
  /** Of the mail. */
  readonly title: string
  readonly mail: string
}
/** Messages by their codes, which begin with the module's name: `assets.overdue`. */
export type DeclaredMessages = Readonly<Record<string, DeclaredMessage>>
