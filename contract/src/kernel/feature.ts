import type { Contract, Endpoint } from './endpoint.ts'
import type { ErrorSpec } from './errors.ts'
import type { Sheet } from './sheet.ts'

/**
 * A menu of the product: a page, or a group without `component`. The web resolves `component` to a view; `needs` is the
 * element without which the page shows nothing. `sort` orders the menus of one `parent`.
 */
export type Menu<Element extends string = string> = {
  readonly code: string
  readonly parent?: string
  readonly sort: number
  readonly name: string
  readonly icon: string
  readonly path: string
} & (
  | {
      readonly component: string
      readonly needs: Element
      /** The rows of its list have pages of their own, at the list's address and their id. */
      readonly hasObjects?: true
    }
  | { readonly component?: undefined }
)

/**
 * The read of one row, which finds it by `id` and replies with its `name`, and its change. Who may call the read for a row
 * may see what stands beside it, such as comments and tags; who may call the change as well may put tags on it.
 */
export type SubjectEndpoints = { readonly read: Endpoint; readonly change: Endpoint }

/** What a feature adds to the contract. */
export type Feature = {
  /** Orders the features, and so the modules and errors in lists and documents. */
  readonly sort: number
  readonly contracts: Readonly<Record<string, Contract>>
  /** Errors by the group that the documents name. */
  readonly errors?: Readonly<Record<string, Readonly<Record<string, ErrorSpec>>>>
  readonly menus?: readonly Menu[]
  /** All its permissions and menus are for companies, without a list of the product that says so. For modules. */
  readonly forCompanies?: true
  /** Entities of events whose noun is no entity itself, by noun. */
  readonly entities?: Readonly<Record<string, string>>
  /** Entities whose rows have pages, and by that comments and tags. */
  readonly subjects?: Readonly<Record<string, SubjectEndpoints>>
  /** Sheets whose titles and choices label the audited fields of their entities; others take the common words. */
  readonly fieldWords?: readonly Sheet[]
  /** Modules of events without an endpoint, by event: what the product does by itself. */
  readonly automatic?: Readonly<Record<string, string>>
}
