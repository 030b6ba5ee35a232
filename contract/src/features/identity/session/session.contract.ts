import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, publicBecause, signedInBecause } from '../../../kernel/endpoint.ts'
import { eventStream } from '../../../kernel/event-stream.ts'
import { moment, nothing } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { fieldEffects } from '../../../kernel/restrictions.ts'
import { tokens } from '../../../kernel/tokens.ts'
import { menuNode } from '../../access/menus/menu-node.ts'
import { shownBranding } from '../../tenancy/branding/branding.ts'
import { visitModes } from './visit-modes.ts'

const menus = z.array(menuNode)
/** Module code → granted operations, for example `{ sysBases: ['list', 'edit'] }`. */
const modules = z.record(z.string(), z.array(z.string()))

export const loginInfo = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  /** Changes with the picture; empty without one. The picture itself is a separate call. */
  portrait: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The company acted in: id and name. */
  company: z.string(),
  view: z.string(),
  /** 1 during a visit, 0 at home. */
  grant: z.int(),
  /** Organisation the visit is limited to; empty without one. */
  orgId: z.string(),
  orgName: z.string(),
  /** The user's own company. */
  home: z.object({ company: z.string(), view: z.string() }),
  /** Company of the principal account, if it is another one; null otherwise (decision 36). */
  principal: z.nullable(z.object({ company: z.string(), view: z.string() })),
  act: z.nullable(z.object({ by: z.string(), reason: z.string(), mode: z.enum(visitModes), until: moment })),
  platform: z.boolean(),
  /** Branding of the company acted in. */
  branding: shownBranding,
  /** Notice for the company, such as a read-only mode; empty without one. */
  notice: z.string(),
  roles: z.array(z.object({ id: z.string(), name: productText() })),
  lastLogin: z.nullable(z.object({ time: moment, ip: z.string(), area: productText() })),
  passwordTime: moment,
  /** An IANA name; empty follows the browser. */
  timeZone: z.string(),
  /** The language that the account has chosen, a BCP 47 tag; empty: none. */
  language: z.string(),
  /** That of the people of the company acted in who have chosen none; empty: none. */
  companyLanguage: z.string(),
})

export const refreshBody = z.object({
  token: z.string().check(z.maxLength(128)),
  refreshToken: z.string('缺少刷新凭证').check(z.minLength(1), z.maxLength(128)),
})

export const sessionContract = defineContract('sysConsole', {
  refresh: {
    method: 'POST',
    path: '/api/sys/login/refreshToken/v1',
    summary: 'Exchange the refresh token for a new pair of tokens',
    access: publicBecause('the refresh token in the body is the credential; the access token has expired'),
    reach: 'platform',
    audit: { none: 'happens every ten minutes in every open console; the session row records the time' },
    quiet: true,
    body: refreshBody,
    reply: tokens,
  },
  logout: {
    method: 'POST',
    path: '/api/sys/login/logout/v1',
    summary: 'End the session; always replies with code 0',
    access: publicBecause('must work with an expired or already ended session'),
    reach: 'platform',
    audit: { event: 'session.ended' },
    quiet: true,
    body: z.object({ refreshToken: z.optional(z.string().check(z.maxLength(128))) }),
    reply: nothing,
  },
  loginInfo: {
    method: 'GET',
    path: '/api/sys/console/login/v1',
    summary: 'Read the signed-in user',
    access: signedInBecause('returns only data about the caller'),
    reach: 'platform',
    whileActing: 'home',
    reply: loginInfo,
  },
  logo: {
    method: 'GET',
    path: '/api/sys/console/logo/v1',
    summary: 'Read the logo of the acting company',
    access: signedInBecause('returns only what the caller’s own company shows to its users'),
    reach: 'platform',
    whileActing: 'home',
    wire: 'binary',
    namesUsers: 'none',
    reply: binary,
  },
  grants: {
    method: 'GET',
    path: '/api/sys/console/grants/v1',
    summary: 'Read the caller’s menus and permitted operations',
    access: signedInBecause('returns only what the caller was granted'),
    reach: 'platform',
    whileActing: 'home',
    reply: z.object({
      menus,
      modules,
      /** Restricted fields: `users.phone` → effect. */
      fields: z.record(z.string(), z.enum(fieldEffects)),
      /** Entities with custom fields, and what changes with their fields. */
      custom: z.record(z.string(), z.string()),
      /** Landing menu after sign-in, if a role names one. */
      home: z.nullable(z.string()),
      grantVersion: z.string(),
      /** Position for `events`: changes after it are sent. */
      stamp: z.string(),
    }),
  },
  menus: {
    method: 'GET',
    path: '/api/sys/console/menus/v1',
    summary: 'Read the caller’s menus (getLoginMenus)',
    access: signedInBecause('returns only what the caller was granted'),
    reach: 'platform',
    whileActing: 'home',
    reply: menus,
  },
  elements: {
    method: 'GET',
    path: '/api/sys/console/elems/v1',
    summary: 'Read the caller’s permitted operations (getLoginElems)',
    access: signedInBecause('returns only what the caller was granted'),
    reach: 'platform',
    whileActing: 'home',
    reply: modules,
  },
  events: {
    method: 'GET',
    path: '/api/sys/console/events/v1',
    summary: 'Stream server-sent events about changes of the caller’s grants; ends with the session',
    access: signedInBecause('reports only that data of the caller changed'),
    reach: 'manual',
    whileActing: 'home',
    wire: 'stream',
    query: z.object({
      /** The caller's known stamp: the first event comes once it differs; without it, at once. */
      since: z.optional(z.string().check(z.maxLength(200))),
    }),
    reply: eventStream,
  },
})
