import { createHmac, randomBytes } from 'node:crypto'
import { SignatureHeader } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { OpenApiMethod } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import type { CallInProcess, InProcessReply } from '../../../kernel/http/call-in-process.ts'
import type { CallRecord } from './call-records.ts'
import type { GateApps } from './gate-apps.ts'
import { sha256, toCanonical } from './signature.ts'
import type { Trials } from './trials.ts'

export type TrialRequest = {
  appKey: string
  method: OpenApiMethod
  path: string
  /** Encoded, without its question mark. */
  query: string
  body: string
  /** The address of the person who tries. */
  ip: string
}
export type MadeTrial = {
  headers: Readonly<Record<string, string>>
  canonical: string
  reply: InProcessReply
  record: CallRecord
}
/**
 * Makes a trial call.
 * @returns undefined if the application is gone
 */
export type MakeTrial = (request: TrialRequest) => Promise<MadeTrial | undefined>

type Ports = { apps: GateApps; trials: Trials; callInProcess: CallInProcess; siteOrigin: string }
/**
 * Makes calls as an application does, signed with its newest secret, which never leaves the server. Without a secret they
 * are signed with nothing of worth, and the gate says so.
 */
export const createMakeTrial =
  ({ apps, trials, callInProcess, siteOrigin }: Ports): MakeTrial =>
  async ({ appKey, method, path, query, body, ip }) => {
    const app = await apps.find(appKey)
    const secret = app?.secrets[0]?.secret ?? randomBytes(32).toString('base64url')
    const signature = { timestamp: String(Date.now()), nonce: randomBytes(24).toString('base64url') }
    const canonical = toCanonical({ method, path, query, bodyHash: sha256(Buffer.from(body)) }, signature)
    const headers = {
      [SignatureHeader.appKey]: appKey,
      [SignatureHeader.timestamp]: signature.timestamp,
      [SignatureHeader.nonce]: signature.nonce,
      [SignatureHeader.sign]: createHmac('sha256', secret).update(canonical).digest('base64'),
      ...(body !== '' && { 'content-type': 'application/json' }),
    }
    const call = {
      method,
      url: query === '' ? path : `${path}?${query}`,
      body,
      ip,
      headers: { ...headers, host: new URL(siteOrigin).host, 'user-agent': 'Atrium' },
    }
    const { answer: reply, record } = await trials.run(signature.nonce, () => callInProcess(call))
    return record && { headers, canonical, reply, record }
  }
