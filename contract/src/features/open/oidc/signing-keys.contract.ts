import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { moment, nothing } from '../../../kernel/listing.ts'

/** `next` is published and does not sign yet; `retired` verifies what it has signed. */
const keyStates = ['next', 'signing', 'retired'] as const

const signingKey = z.object({
  /** Its `kid`. */
  id: z.string(),
  state: z.enum(keyStates),
  createTime: moment,
  /** When it signs first. */
  signTime: moment,
  /** When it is no longer published; null as long as no other one signs. */
  endTime: z.nullable(moment),
})
export type SigningKey = z.output<typeof signingKey>

const path = '/api/sys/oidc/keys/v1'

export const signingKeysContract = defineContract('openApis', {
  signingKeys: {
    method: 'GET',
    path,
    summary: 'List the keys by which applications verify sign-ins, newest first',
    access: permitted('list'),
    reach: 'platform',
    reply: z.array(signingKey),
  },
  rotateKey: {
    method: 'POST',
    path,
    summary: 'Create a key that takes the place of the present one once applications have learned it',
    access: permitted('keys'),
    reach: 'platform',
    audit: { event: 'oidcKey.rotated' },
    reply: nothing,
  },
})
