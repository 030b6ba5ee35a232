import * as z from 'zod/mini'
import { binary } from '../../kernel/binary.ts'
import { defineContract, publicBecause, temporaryBecause } from '../../kernel/endpoint.ts'
import { maxPasswordInput, text, typedPassword } from '../../kernel/fields.ts'

export const captchaModes = ['always', 'risk', 'off'] as const

/** The trio a browser keeps (spec §3, login state). Times are seconds from now. */
export const tokens = z.object({
  token: z.string(),
  refreshToken: z.string(),
  aesKey: z.string(),
  expires: z.int(),
  refreshExpires: z.int(),
})

const device = z.object({
  id: z._default(z.string().check(z.maxLength(64)), ''),
  name: z._default(z.string().check(z.maxLength(64)), ''),
})
export const verifyBody = z.object({
  account: text(64, '请输入账号'),
  password: typedPassword,
  captcha: z.optional(z.string().check(z.trim(), z.maxLength(16))),
  uuid: z.optional(z.uuid()),
  device: z.optional(device),
})
export const accessTokenBody = z.object({
  type: z._default(z.enum(['none']), 'none'),
  newPassword: z.optional(z.string().check(z.maxLength(maxPasswordInput))),
})
export const nextStep = z.enum(['none', 'changePassword'])

export const signInContract = defineContract('sysLogin', {
  captcha: {
    method: 'GET',
    path: '/api/sys/login/captcha/v1',
    summary: 'A captcha image; its id travels in the header uuid',
    access: publicBecause('asked for before anybody can sign in'),
    reach: 'platform',
    limit: { points: 30, seconds: 60 },
    wire: 'binary',
    reply: binary,
  },
  verify: {
    method: 'POST',
    path: '/api/sys/login/verify/v1',
    summary: 'Check account and password; opens the sign-in steps',
    access: publicBecause('this is how one signs in'),
    reach: 'nothing',
    audit: { event: 'signIn.verified' },
    quiet: true,
    body: verifyBody,
    reply: z.object({ tempToken: z.string(), expires: z.int(), next: nextStep }),
  },
  accessToken: {
    method: 'POST',
    path: '/api/sys/login/accessToken/v1',
    summary: 'Finish signing in: the temporary token becomes a session',
    access: temporaryBecause('holds the temporary token that verify gave'),
    reach: 'nothing',
    audit: { event: 'session.started' },
    quiet: true,
    body: accessTokenBody,
    reply: tokens,
  },
})
