import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { productText } from '../../../kernel/product-text.ts'

export const hitKinds = ['user', 'company', 'role', 'org'] as const
export type HitKind = (typeof hitKinds)[number]
/** Maximum number of hits of a kind. */
export const maxHits = { user: 5, company: 3, role: 3, org: 3 } as const satisfies Record<HitKind, number>

export const paletteHit = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  name: productText(({ kind }) => kind === 'role'),
  /** Account of a user; code of any other record, which may be empty. */
  code: z.string(),
  /** Path of a user’s primary organisation, of the organisations above one, or the parent of a company; may be empty. */
  place: z.string(),
  /** 1 in use, 0 disabled, 2 locked. */
  status: z.int(),
  /** Whether a user has an active session. */
  online: z.boolean(),
})
export type PaletteHit = z.output<typeof paletteHit>

/** Search of the command palette. */
export const paletteContract = defineContract('sysConsole', {
  find: {
    method: 'GET',
    path: '/api/sys/console/find/v1',
    summary: 'Find users, companies, roles and organisations as their lists do, the first few of each',
    access: signedInBecause('returns only kinds whose list the caller may call, within their row scope'),
    // Companies are read with platform reach, the rest with company reach.
    reach: 'manual',
    whileActing: 'guest',
    rate: { n: 10, per: 'second' },
    namesUsers: 'inRowScope',
    query: z.object({ keyword: text(64, '请输入关键字') }),
    reply: z.array(paletteHit),
  },
})
