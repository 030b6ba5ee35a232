import { type CustomEntity, findCustomEntity } from '@atrium/contract/kernel/custom-fields.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import { getParts } from '../../../kernel/http/schema-parts.ts'

/** Where an endpoint carries custom values. */
export type CustomPlaces = {
  readonly entity: CustomEntity
  /** Its reply is a page of rows, or one row. */
  readonly reply: 'list' | 'row' | undefined
  /** Its body adds or changes a row. */
  readonly writes: boolean
  /** Its query or body filters and sorts a list. */
  readonly filters: 'query' | 'body' | undefined
}

const shapeOf = (schema: z.ZodMiniType | undefined) => (schema ? getParts(schema).shape : undefined)
const inner = (schema: z.ZodMiniType | undefined) => {
  const { innerType } = schema ? getParts(schema) : {}
  return innerType ?? schema
}
const ofRow = (schema: z.ZodMiniType | undefined) => {
  const custom = shapeOf(schema)?.custom
  return custom && findCustomEntity(custom, 'row')
}
const rowsOf = ({ reply, wire }: Endpoint) => {
  const data = wire === 'list' ? shapeOf(reply)?.data : undefined
  const row = data && getParts(data).element
  // A tree of several companies lists rows of another kind beside its own.
  return row ? [row, ...(getParts(row).options ?? [])].map(ofRow).find(Boolean) : undefined
}
const filterOf = (schema: z.ZodMiniType | undefined) => {
  const filter = inner(shapeOf(schema)?.['f.custom'])
  return filter && findCustomEntity(filter, 'filter')
}

/** Undefined: the endpoint has nothing to do with custom fields. */
export const findCustomPlaces = (endpoint: Endpoint): CustomPlaces | undefined => {
  const body = endpoint.method === 'GET' ? undefined : endpoint.body
  const custom = shapeOf(body)?.custom
  const found = {
    list: rowsOf(endpoint),
    row: ofRow(endpoint.reply),
    input: custom && findCustomEntity(custom, 'input'),
    query: filterOf(endpoint.query),
    body: filterOf(body),
  }
  const entity = found.list ?? found.row ?? found.input ?? found.query ?? found.body
  return (
    entity && {
      entity,
      reply: (found.list && 'list') || (found.row && 'row') || undefined,
      writes: found.input !== undefined,
      filters: (found.query && 'query') || (found.body && 'body') || undefined,
    }
  )
}
