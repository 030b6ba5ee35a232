import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { id } from '../../../kernel/listing.ts'
import { disclosedClaim } from './oidc-claims.ts'

export const claimsPreviewContract = defineContract('openApps', {
  previewClaims: {
    method: 'GET',
    path: '/api/sys/apps/:id/oidc/claims/:userId/v1',
    summary: 'Read what an application would learn about a person who allows all that it may ask for',
    access: permitted('oidc'),
    reach: 'company',
    namesUsers: 'inRowScope',
    params: z.object({ id, userId: id }),
    reply: z.object({
      idToken: z.array(disclosedClaim),
      userinfo: z.array(disclosedClaim),
    }),
  },
})
