import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams, nothing } from '../../../kernel/listing.ts'

export const maxAppLogoBytes = 1024 * 1024
const shared = {
  path: '/api/sys/apps/:id/logo/v1',
  access: permitted('edit'),
  params: idParams,
  reply: nothing,
} as const

export const appLogoContract = defineContract('openApps', {
  replaceLogo: {
    ...shared,
    method: 'POST',
    summary: 'Replace the logo of an application; JPG or PNG, downscaled to a square and re-encoded',
    // Decoding and storing a picture takes longer than a connection should be held.
    reach: 'manual',
    wire: 'multipart',
    maxBytes: maxAppLogoBytes,
    audit: { event: 'openAppLogo.replaced' },
  },
  removeLogo: {
    ...shared,
    method: 'DELETE',
    summary: 'Remove the logo of an application',
    reach: 'company',
    audit: { event: 'openAppLogo.removed' },
  },
})
