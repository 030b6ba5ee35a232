import type { ParameterKind } from './parameter-value.ts'

/** What the product says about a parameter it reads. */
export type BuiltinDefinition = {
  readonly code: string
  /** A topic of the product, or a module. */
  readonly topic: string
  readonly name: string
  readonly kind: ParameterKind
  /** The default. */
  readonly value: string | number | boolean | null
  /** Options of an enumeration with their labels. */
  readonly labels?: Readonly<Record<string, string>>
  /** Smallest and largest valid number. */
  readonly between?: readonly [number, number]
  /** Whether its text is the address of a page, or empty. */
  readonly isAddress?: boolean
  /** Unit of a number. */
  readonly unit?: string
  readonly desc: string
}
