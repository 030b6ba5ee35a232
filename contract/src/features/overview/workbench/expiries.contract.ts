import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { moment } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'

/** Days ahead in which what ends is drawn. */
export const expiryDays = 90
/** Maximum rows of a kind. */
export const maxExpiries = 100

/** `secret`: of an application, unless another took its place. `link`: to a document, made by the caller. */
const expiryKinds = ['account', 'role', 'tenant', 'secret', 'link'] as const
export type ExpiryKind = (typeof expiryKinds)[number]

const expiry = z.object({
  kind: z.enum(expiryKinds),
  /** Of the user, the company, the application or the document. */
  id: z.string(),
  name: z.string(),
  /** The role's name, or the last characters of a secret; otherwise empty. */
  detail: productText(({ kind }) => kind === 'role'),
  expireTime: moment,
})
export type Expiry = z.output<typeof expiry>

export const expiriesContract = defineContract('sysWorkbench', {
  expiries: {
    method: 'GET',
    path: '/api/sys/workbench/expiries/v1',
    summary: 'List what ends within ninety days, of the kinds that the caller’s rights allow, soonest first',
    access: signedInBecause('each kind requires the permission of the call that lists it'),
    // Tenants are rows outside the company at hand.
    reach: 'manual',
    whileActing: 'guest',
    namesUsers: 'inRowScope',
    reply: z.object({
      kinds: z.array(
        z.object({
          kind: z.enum(expiryKinds),
          /** There are more rows of this kind, which end later. */
          more: z.boolean(),
        }),
      ),
      rows: z.array(expiry),
    }),
  },
})
