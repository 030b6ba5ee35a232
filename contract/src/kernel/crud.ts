import type * as z from 'zod/mini'
import { permitted } from './endpoint.ts'
import { created, idParams, listSchema, nothing } from './listing.ts'

type Reads<N, P, Query, Row> = { noun: N; path: P; query: Query; row: Row }
const crudReads = <
  const N extends string,
  const P extends string,
  Query extends z.ZodMiniType,
  Row extends z.ZodMiniType,
>(
  of: Reads<N, P, Query, Row>,
) =>
  ({
    list: {
      method: 'GET',
      path: `${of.path}/v1`,
      summary: `List: ${of.noun}`,
      access: permitted('list'),
      reach: 'company',
      wire: 'list',
      namesUsers: 'none',
      query: of.query,
      reply: listSchema(of.row),
    },
    get: {
      method: 'GET',
      path: `${of.path}/:id/v1`,
      summary: `Read one: ${of.noun}`,
      access: permitted('list'),
      reach: 'company',
      params: idParams,
      reply: of.row,
    },
  }) as const

type Writes<N, P, Create, Update> = { noun: N; path: P; create: Create; update: Update }
const crudWrites = <
  const N extends string,
  const P extends string,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
>(
  of: Writes<N, P, Create, Update>,
) =>
  ({
    create: {
      method: 'POST',
      path: `${of.path}/v1`,
      summary: `Add: ${of.noun}`,
      access: permitted('add'),
      reach: 'company',
      audit: { event: `${of.noun}.created` },
      body: of.create,
      reply: created,
    },
    update: {
      method: 'PUT',
      path: `${of.path}/:id/v1`,
      summary: `Change: ${of.noun}`,
      access: permitted('edit'),
      reach: 'company',
      audit: { event: `${of.noun}.updated` },
      params: idParams,
      body: of.update,
      reply: nothing,
    },
    remove: {
      method: 'DELETE',
      path: `${of.path}/:id/v1`,
      summary: `Delete: ${of.noun}`,
      access: permitted('delete'),
      reach: 'company',
      audit: { event: `${of.noun}.removed` },
      params: idParams,
      reply: nothing,
    },
  }) as const

/**
 * The five standard endpoints of a list screen, to be spread into a contract and overridden by name.
 * @param of - the noun (prefix of event names), the path without version, the list query, and the row, create and
 * update schemas
 */
export const crudEndpoints = <
  const N extends string,
  const P extends string,
  Query extends z.ZodMiniType,
  Row extends z.ZodMiniType,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
>(
  of: Reads<N, P, Query, Row> & Writes<N, P, Create, Update>,
) => ({ ...crudReads(of), ...crudWrites(of) })
