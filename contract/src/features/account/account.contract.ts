import * as z from 'zod/mini'
import { binary } from '../../kernel/binary.ts'
import { defineContract, signedInBecause } from '../../kernel/endpoint.ts'
import { listOf, listQuery, moment, nothing } from '../../kernel/listing.ts'

export const maxPortraitBytes = 2 * 1024 * 1024

export const ownLogRow = z.object({
  id: z.string(),
  time: moment,
  event: z.string(),
  entityName: z.string(),
  ip: z.string(),
  agent: z.string(),
  ok: z.boolean(),
  code: z.int(),
  traceId: z.string(),
})

/** What the caller may see and change about himself. */
export const accountContract = defineContract('sysProfile', {
  logs: {
    method: 'GET',
    path: '/api/sys/profile/logs/v1',
    summary: 'My own sign-ins and operations',
    access: signedInBecause('answers only about the caller'),
    reach: 'company',
    wire: 'list',
    query: listQuery({ sortable: [], filters: { event: z.string().check(z.maxLength(64)) } }),
    reply: listOf(ownLogRow),
  },
  portrait: {
    method: 'GET',
    path: '/api/sys/profile/portrait/v1',
    summary: 'My portrait, 256 × 256 pixels',
    access: signedInBecause('answers only about the caller'),
    reach: 'company',
    wire: 'binary',
    reply: binary,
  },
  replacePortrait: {
    method: 'POST',
    path: '/api/sys/profile/portrait/v1',
    summary: 'Replace my portrait; JPG or PNG, cropped to a square and encoded anew',
    access: signedInBecause('changes only the caller’s own picture'),
    reach: 'company',
    wire: 'multipart',
    maxBytes: maxPortraitBytes,
    audit: { event: 'portrait.replaced' },
    reply: nothing,
  },
})
