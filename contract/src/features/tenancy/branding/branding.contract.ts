import * as z from 'zod/mini'
import { contrastOnLight, isReadable } from '../../../kernel/accent-colors.ts'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { optionalText } from '../../../kernel/fields.ts'
import { idParams, nothing, version } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'

export const maxLogoBytes = 1024 * 1024
const color = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^$|^#[0-9a-f]{6}$/, '请输入六位十六进制颜色，例如 #0a53c1'))
const lowContrastMessage = (typed: unknown) => {
  const measured = (Math.floor(contrastOnLight(String(typed)) * 10) / 10).toFixed(1)
  return t('该颜色与浅色背景的对比度仅 {measured}:1，文字难以辨认，请选择更深的颜色（至少 4.5:1）', { measured })
}
const primary = color.check(
  z.refine((typed) => !/^#[0-9a-f]{6}$/.test(typed) || isReadable(typed), {
    error: ({ input }) => lowContrastMessage(input),
  }),
)
export const brandingUpdate = z.object({
  title: optionalText(30),
  primary: z._default(primary, ''),
  background: z._default(color, ''),
  version,
})
export type BrandingUpdate = z.output<typeof brandingUpdate>
const read = { method: 'GET', reach: 'platform', access: permitted('list') } as const
const write = { method: 'PUT', reach: 'platform', params: idParams, reply: nothing } as const

export const brandingContract = defineContract('sysCompanys', {
  updateBranding: {
    ...write,
    path: '/api/sys/companys/:id/branding/v1',
    summary: 'Set the title and the accent colour shown to a tenant’s users',
    access: permitted('tenant'),
    audit: { event: 'branding.updated' },
    body: brandingUpdate,
  },
  logo: {
    ...read,
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'Read the logo of a tenant, its own or the shared one',
    access: permitted('tenant'),
    params: idParams,
    wire: 'binary',
    namesUsers: 'none',
    reply: binary,
  },
  replaceLogo: {
    method: 'POST',
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'Replace the logo of a tenant; JPG or PNG, downscaled and re-encoded',
    access: permitted('tenant'),
    // Decoding and storing a picture takes longer than a connection should be held.
    reach: 'manual',
    whileActing: 'never',
    wire: 'multipart',
    maxBytes: maxLogoBytes,
    audit: { event: 'logo.replaced' },
    params: idParams,
    reply: nothing,
  },
  removeLogo: {
    ...write,
    method: 'DELETE',
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'Remove the logo of a tenant',
    access: permitted('tenant'),
    audit: { event: 'logo.removed' },
  },
})
