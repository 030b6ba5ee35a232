import type { Endpoint, ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'

/** A read that answers pages of rows. */
export type ListEndpoint = Endpoint & { method: 'GET'; wire: 'list'; query: z.ZodMiniObject }

/** Whether a list is too long for numbered pages: its pages are counted from a row's `seq`. */
export const isKeyset = ({ query }: ListEndpoint): boolean => 'after' in query.shape

/** What a list screen needs of a contract; it offers what is there and granted. */
export type ListContract = { list: ListEndpoint; create?: Endpoint; update?: Endpoint; remove?: Endpoint }

export type RowOf<E> = ReplyOf<E> extends { data: (infer R extends { id: string })[] } ? R : never

type QueryKey<E> = E extends { query: infer Q extends z.ZodMiniType } ? keyof z.output<Q> & string : never
/** The names of a list's filters: `kind` where its query says `f.kind`. */
export type FilterName<E> = QueryKey<E> extends infer K ? (K extends `f.${infer N}` ? N : never) : never
