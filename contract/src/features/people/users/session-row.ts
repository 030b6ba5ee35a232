import * as z from 'zod/mini'
import { moment } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'

export const clients = ['console', 'front', 'open'] as const

/** A live session. */
export const sessionRow = z.object({
  id: z.string(),
  ip: z.string(),
  /** Region of the IP address, if known. */
  area: productText(),
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
export type SessionRow = z.output<typeof sessionRow>
