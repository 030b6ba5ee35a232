import type { Endpoint, ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'

/** A read endpoint with pages of rows. */
export type ListEndpoint = Endpoint & { method: 'GET'; wire: 'list'; query: z.ZodMiniObject }

/** Whether a list is paged by its rows' `seq` instead of page numbers. */
export const isKeyset = ({ query }: ListEndpoint): boolean => 'after' in query.shape

/** Endpoints of a list screen; it offers those that exist and are granted. */
export type ListContract = { list: ListEndpoint; create?: Endpoint; update?: Endpoint; remove?: Endpoint }

export type RowOf<E> = ReplyOf<E> extends { data: (infer R extends { id: string })[] } ? R : never

type QueryKey<E> = E extends { query: infer Q extends z.ZodMiniType } ? keyof z.output<Q> & string : never
/** Names of a list's filters: `kind` for the query's `f.kind`. */
export type FilterName<E> = QueryKey<E> extends infer K ? (K extends `f.${infer N}` ? N : never) : never
