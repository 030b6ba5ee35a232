import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, publicBecause } from '../../../kernel/endpoint.ts'
import { passwordPolicy } from '../../../kernel/password-policy.ts'
import { productText } from '../../../kernel/product-text.ts'
import { theme } from '../../tenancy/branding/branding.ts'
import { registerModes } from '../registrations/register-modes.ts'
import { captchaModes, signInMethods } from '../sign-in/sign-in.contract.ts'

/** 0 plain, 1 AES-ECB as the specification demands (compatibility, not protection), 2 AES-256-GCM (decision 14). */
export const encryptModes = [0, 1, 2] as const

/** What a browser needs before sign-in. */
export const systemSettingsContract = defineContract('sysSettings', {
  subject: {
    method: 'GET',
    path: '/front-api/sys/login/subject/v1',
    summary: 'Read the title and the sign-in policy',
    access: publicBecause('the sign-in page shows it'),
    reach: 'manual',
    reply: z.object({
      /** The platform's, or the tenant's under its own host; the same holds for the next four. */
      title: productText(),
      /** Address of the picture; empty without one. */
      logo: z.string(),
      /** Background colour `#rrggbb`; empty for the product's. */
      bg: z.string(),
      theme,
      /** Of people who have chosen none, a BCP 47 tag; empty: that of their browser. */
      language: z.string(),
      copyright: z.string(),
      icp: z.string(),
      captcha: z.enum(captchaModes),
      methods: z.array(z.enum(signInMethods)),
      register: z.enum(registerModes),
      /** Address of the page that those who register agree to; empty without one. */
      agreement: z.string(),
      /** The platform’s rules; stricter rules of a company come with its own sign-in step. */
      passwordPolicy,
    }),
  },
  logo: {
    method: 'GET',
    path: '/front-api/sys/login/logo/v1',
    summary: 'Read the logo of the tenant of the requested host',
    access: publicBecause('the sign-in page under a tenant’s own host shows it'),
    reach: 'platform',
    wire: 'binary',
    namesUsers: 'none',
    reply: binary,
  },
  tags: {
    method: 'GET',
    path: '/api/sys/console/tags/v1',
    summary: 'Read the body encryption mode and the address prefix of uploads',
    access: publicBecause('the browser needs it for every other call'),
    reach: 'manual',
    reply: z.object({ encrypt: z.int(), address: z.string(), version: z.string() }),
  },
})
