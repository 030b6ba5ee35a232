import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'
import { languageTag } from '../../../kernel/language-tag.ts'
import { idParams, listQuery, listSchema, moment, nothing, version } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { timeZoneOrEmpty } from '../../../kernel/time-zone-field.ts'
import { sessionRow } from '../../people/users/session-row.ts'
import { sexes } from '../../people/users/user-codes.ts'

export const maxPortraitBytes = 2 * 1024 * 1024
export const ownLogRow = z.object({
  id: z.string(),
  time: moment,
  event: z.string(),
  entityName: z.string(),
  ip: z.string(),
  area: productText(),
  agent: z.string(),
  ok: z.boolean(),
  code: z.int(),
  traceId: z.string(),
})

/** A session with its company: a principal may work in several (decision 36). */
export const ownSession = z.extend(sessionRow, { company: z.string() })
export type OwnSession = z.output<typeof ownSession>

export const profile = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  /** 0 unspecified, 1 male, 2 female. */
  sex: z.int(),
  /** Masked; changed in the security settings. */
  phone: z.string(),
  email: z.string(),
  company: z.string(),
  signature: z.string(),
  /** An IANA name; empty follows the browser. */
  timeZone: z.string(),
  createTime: moment,
  version: z.int(),
})
export const profileWrite = z.object({
  name: text(30, '请输入姓名'),
  sex: z.literal(sexes),
  signature: optionalMultilineText(100),
  timeZone: timeZoneOrEmpty,
  version,
})

/** The caller's own profile, log and sessions. */
export const accountContract = defineContract('sysProfile', {
  profile: {
    method: 'GET',
    path: '/api/sys/profile/login/v1',
    summary: 'Read the caller’s profile',
    access: signedInBecause('returns only data about the caller'),
    reach: 'company',
    reply: profile,
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/sys/profile/login/v1',
    summary: 'Change the caller’s profile',
    access: signedInBecause('changes only the caller’s own profile'),
    reach: 'company',
    audit: { event: 'profile.updated' },
    body: profileWrite,
    reply: nothing,
  },
  setLanguage: {
    method: 'PUT',
    path: '/api/sys/profile/language/v1',
    summary: 'Choose the language of the caller’s account, in all its companies; null: none',
    access: signedInBecause('changes only the caller’s own language'),
    // The account may belong to another company.
    reach: 'platform',
    whileActing: 'home',
    audit: { event: 'language.changed' },
    body: z.object({ language: z.nullable(languageTag) }),
    reply: nothing,
  },
  logs: {
    method: 'GET',
    path: '/api/sys/profile/logs/v1',
    summary: 'List the caller’s own sign-ins and operations',
    access: signedInBecause('returns only data about the caller'),
    reach: 'company',
    wire: 'list',
    namesUsers: unscopedBecause('names only users affected by the caller’s own operations'),
    query: listQuery({ sortable: [], filters: { event: z.string().check(z.maxLength(64)) } }),
    reply: listSchema(ownLogRow),
  },
  portrait: {
    method: 'GET',
    path: '/api/sys/profile/portrait/v1',
    summary: 'Read the caller’s portrait, 256 × 256 pixels',
    access: signedInBecause('returns only data about the caller'),
    reach: 'company',
    wire: 'binary',
    namesUsers: 'none',
    reply: binary,
  },
  replacePortrait: {
    method: 'POST',
    path: '/api/sys/profile/portrait/v1',
    summary: 'Replace the caller’s portrait; JPG or PNG, cropped to a square and re-encoded',
    access: signedInBecause('changes only the caller’s own portrait'),
    // Decoding and storing a picture takes longer than a connection should be held.
    reach: 'manual',
    wire: 'multipart',
    maxBytes: maxPortraitBytes,
    audit: { event: 'portrait.replaced' },
    reply: nothing,
  },
  sessions: {
    method: 'GET',
    path: '/api/sys/profile/sessions/v1',
    summary: 'List the caller’s sessions in all their companies',
    access: signedInBecause('returns only data about the caller'),
    reach: 'platform',
    reply: z.array(ownSession),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sys/profile/sessions/:id/v1',
    summary: 'End one session of the caller, in any of their companies',
    access: signedInBecause('ends only the caller’s own sessions'),
    reach: 'platform',
    audit: { event: 'ownSession.terminated' },
    params: idParams,
    reply: nothing,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/sys/profile/sessions/v1',
    summary: 'End all sessions of the caller except this one, in all their companies',
    access: signedInBecause('ends only the caller’s own sessions'),
    reach: 'platform',
    audit: { event: 'otherSessions.terminated' },
    reply: z.object({ ended: z.int() }),
  },
})
