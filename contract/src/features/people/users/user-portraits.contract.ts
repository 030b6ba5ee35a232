import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { id } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'

/** Maximum number of portraits per call. */
export const maxPortraits = 50
const ids = z.array(id).check(z.maxLength(maxPortraits, { error: () => t('最多 {maxPortraits} 个', { maxPortraits }) }))

export const userPortraitsContract = defineContract('sysUsers', {
  portraits: {
    method: 'GET',
    path: '/api/sys/users/portraits/list/v1',
    summary: 'Read small portraits of users in the caller’s row scope, for lists; those without one are left out',
    access: permitted('list'),
    reach: 'company',
    namesUsers: 'inRowScope',
    query: z.object({
      /** Separated by commas. */
      ids: z.pipe(
        z.pipe(
          z.string(),
          z.transform((text) => text.split(',')),
        ),
        ids,
      ),
    }),
    reply: z.array(z.object({ id: z.string(), /** A JPEG of 64 × 64 pixels, as Base64. */ image: z.string() })),
  },
})
