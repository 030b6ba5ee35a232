import * as z from 'zod/mini'
import { defineContract, publicBecause } from '../../kernel/endpoint.ts'
import { passwordPolicy } from '../password-policies/password-policies.contract.ts'
import { registerModes } from '../registrations/registrations.contract.ts'
import { captchaModes, signInMethods } from '../sign-in/sign-in.contract.ts'

/** 0 plain, 1 AES-ECB as the specification writes it (compatibility, not protection), 2 AES-256-GCM. */
export const encryptModes = [0, 1, 2] as const

/** What a browser must know before anybody has signed in. */
export const systemSettingsContract = defineContract('sysSettings', {
  subject: {
    method: 'GET',
    path: '/front-api/sys/login/subject/v1',
    summary: 'Title and sign-in policy',
    access: publicBecause('the sign-in page shows it'),
    reach: 'nothing',
    reply: z.object({
      title: z.string(),
      copyright: z.string(),
      icp: z.string(),
      captcha: z.enum(captchaModes),
      methods: z.array(z.enum(signInMethods)),
      register: z.enum(registerModes),
      /** The platform’s rules; a company may have stricter ones, which its own steps bring along. */
      passwordPolicy,
    }),
  },
  tags: {
    method: 'GET',
    path: '/api/sys/console/tags/v1',
    summary: 'Body encryption and the address prefix of uploads',
    access: publicBecause('the browser needs it to speak to every other call'),
    reach: 'nothing',
    reply: z.object({ encrypt: z.int(), address: z.string(), version: z.string() }),
  },
})
