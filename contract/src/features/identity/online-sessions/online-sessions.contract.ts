import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams, listQuery, listSchema, nothing } from '../../../kernel/listing.ts'
import { clients, sessionRow } from '../../people/users/session-row.ts'

export const onlineRow = z.extend(sessionRow, { userId: z.string(), account: z.string(), name: z.string() })
export type OnlineRow = z.output<typeof onlineRow>

export const onlineSessionsContract = defineContract('sysOnline', {
  list: {
    method: 'GET',
    path: '/api/sys/online/v1',
    summary: 'List the open sessions of the company, with place and start',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: listQuery({ sortable: ['createTime', 'lastTime'], filters: { client: z.enum(clients) } }),
    reply: listSchema(onlineRow),
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
