import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { openApiMethods } from '../open-apis/open-api-fields.ts'
import { gateTrace } from '../open-apps/open-app-rows.ts'

const longest = 2000
const value = z.string().check(z.maxLength(longest, { error: () => t('最多 {longest} 个字符', { longest }) }))
const name = z.string().check(z.minLength(1), z.maxLength(60))
const maxBody = 100_000
/** Of an answer, in characters. */
export const maxShownAnswer = 200_000

/**
 * What became of a trial. `none`: it was refused; `read`: it changes nothing anyway; `undone`: what it wrote was rolled
 * back; `sandbox`: it was forwarded to the sandbox of a business system.
 */
export const trialEffects = ['none', 'read', 'undone', 'sandbox'] as const
export type TrialEffect = (typeof trialEffects)[number]

export const tryCallBody = z.object({
  /** Code of an API that the application holds. */
  api: z.string().check(z.minLength(1), z.maxLength(30)),
  path: z._default(z.record(name, value), {}),
  query: z._default(z.record(name, value), {}),
  /** JSON; empty: none. */
  body: z._default(
    z.string().check(z.maxLength(maxBody, { error: () => t('最多 {maxBody} 个字符', { maxBody }) })),
    '',
  ),
})
export type TryCall = z.output<typeof tryCallBody>

export const triedCall = z.object({
  /** As it was sent. */
  request: z.object({
    method: z.enum(openApiMethods),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    body: z.string(),
  }),
  /** The text that was signed. */
  canonical: z.string(),
  steps: gateTrace,
  effect: z.enum(trialEffects),
  status: z.int(),
  ms: z.int(),
  /** Content type of the answer. */
  type: z.string(),
  /** Empty if it is no text. */
  answer: z.string(),
  bytes: z.int(),
  traceId: z.string(),
})
export type TriedCall = z.output<typeof triedCall>

/** Trials of what an application may call, by those who may call it themselves. */
export const tryCallContract = defineContract('openApps', {
  tryCall: {
    method: 'POST',
    path: '/api/sys/apps/:id/try/v1',
    summary:
      'Call an API as an application, through the gate and with its signature; nothing is kept of what it writes',
    access: permitted('try'),
    reach: 'manual',
    audit: { event: 'openApp.tried' },
    rate: { n: 60, per: 'minute' },
    params: idParams,
    body: tryCallBody,
    // An answer is not kept for a repetition.
    secretReply: true,
    quiet: true,
    reply: triedCall,
  },
})
