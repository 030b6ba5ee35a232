import * as z from 'zod/mini'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { idParams, listOf, listQuery, moment, nothing } from '../../kernel/listing.ts'

export const clients = ['console', 'front', 'open'] as const

/** A live session. */
export const sessionRow = z.object({
  id: z.string(),
  ip: z.string(),
  /** Region of the IP address, if known. */
  area: z.string(),
  agent: z.string(),
  deviceName: z.string(),
  client: z.enum(clients),
  method: z.string(),
  createTime: moment,
  /** Last refresh or call, to the minute. */
  lastTime: moment,
  /** The session of this request. */
  current: z.boolean(),
})
export const onlineRow = z.extend(sessionRow, { userId: z.string(), account: z.string(), name: z.string() })
export type SessionRow = z.output<typeof sessionRow>
export type OnlineRow = z.output<typeof onlineRow>

export const onlineSessionsContract = defineContract('sysOnline', {
  list: {
    method: 'GET',
    path: '/api/sys/online/v1',
    summary: 'List the open sessions of the company, with place and start',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    query: listQuery({ sortable: ['createTime', 'lastTime'], filters: { client: z.enum(clients) } }),
    reply: listOf(onlineRow),
  },
  remove: {
    method: 'DELETE',
    path: '/api/sys/online/:id/v1',
    summary: 'End a user’s session; it is refused from the next request on',
    access: permitted('end'),
    reach: 'company',
    audit: { event: 'session.terminated' },
    params: idParams,
    reply: nothing,
  },
})
