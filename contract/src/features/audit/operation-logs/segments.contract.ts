import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { moment } from '../../../kernel/listing.ts'

/** A part of the log that lies in a file, by the numbers of its rows. */
export const auditSegment = z.object({
  first: z.int(),
  last: z.int(),
  firstTime: moment,
  lastTime: moment,
  /** Of the file, in bytes. */
  size: z.int(),
  archivedAt: moment,
})

export const segmentsContract = defineContract('sysLogs', {
  segments: {
    method: 'GET',
    path: '/api/sys/logs/archive/v1',
    summary:
      'List the archived segments of the company’s audit log, oldest first: the list of operations begins after them',
    access: permitted('oper'),
    reach: 'company',
    reply: z.object({ segments: z.array(auditSegment) }),
  },
  exportSegment: {
    method: 'POST',
    path: '/api/sys/logs/archive/export/v1',
    summary: 'Download an archived segment of the company’s audit log, verifiable without a database',
    access: permitted('export'),
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'inRowScope',
    audit: { event: 'operationLog.archiveExported' },
    // A segment is whole or cannot be verified.
    unmasked: true,
    quiet: true,
    /** The number of its first row. */
    body: z.object({ first: z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)) }),
    reply: binary,
  },
})
