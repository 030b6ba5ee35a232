import * as z from 'zod/mini'
import { type BulkOperation, defineBulk, noInput } from './bulk.ts'
import type { Endpoint } from './endpoint.ts'

type Writing = Endpoint & { body: z.ZodMiniObject }
type Contract = { list: Endpoint; update: Writing; remove: Endpoint }
type Changing = BulkOperation & { readonly input: z.ZodMiniObject }
/** Of `crudBulk`: an operation for each field, and the one that deletes. */
export type CrudBulkOperations<N extends string> = { readonly [O in N]: Changing } & { readonly remove: BulkOperation }

/**
 * @public Operations on many rows of a plain entity: deleting them, and giving one field of theirs a value, which can be
 * taken back.
 *
 * @param of - `entity`: the noun of its events; `noun`: what users call a row; `filter`: search and filters of the list;
 * `remove`: what deleting is called; `change`: what changing a field is called, by field, each in the body of `update`
 */
export const crudBulk = <F extends z.core.$ZodShape, const N extends string>(of: {
  entity: string
  noun: string
  contract: Contract
  filter: z.ZodMiniObject<F>
  remove: string
  change: Readonly<Record<N, string>>
}) => {
  const { update, remove } = of.contract
  const toChange = (field: string, title: string): Changing => ({
    title,
    endpoint: update,
    undo: { endpoint: update },
    input: z.pick(update.body, { [field]: true }),
  })
  const changes = Object.entries<string>(of.change).map(([field, title]) => [field, toChange(field, title)] as const)
  const operations = {
    ...Object.fromEntries(changes),
    remove: { title: of.remove, endpoint: remove, input: noInput },
  } as CrudBulkOperations<N>
  return defineBulk({ entity: of.entity, noun: of.noun, list: of.contract.list, filter: of.filter, operations })
}
