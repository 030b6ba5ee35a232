import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import type { RawCall } from '../../../kernel/http/raw-routes.ts'
import type { FindClientToken } from '../oidc/index.ts'
import { pickScheme } from './call-scheme.ts'
import type { FoundApi, GateApis } from './gate-apis.ts'
import type { GateApp, GateApps } from './gate-apps.ts'
import { GateRefusal } from './gate-refusal.ts'
import {
  assertApp,
  assertGranted,
  assertNetwork,
  limitRefusal,
  limitsOfApp,
  listLimits,
  liveSecrets,
} from './gate-steps.ts'
import type { Nonces } from './nonces.ts'
import type { CallLimit, QuotaShares } from './quota-shares.ts'
import { readCallBody } from './read-body.ts'
import { isTicketCall } from './redeem-ticket.ts'
import type { Trial } from './trials.ts'

export type AdmitPorts = {
  apps: GateApps
  apis: GateApis
  nonces: Nonces
  quotaShares: QuotaShares
  findToken: FindClientToken
}

/** What is known of a call so far; the log says as much of one that is refused. */
export type Progress = {
  trial: Trial | undefined
  app?: GateApp
  found?: FoundApi
  secretId?: string
  canonical: string
  requestBytes: number
}
export type Admitted = { app: GateApp; found: FoundApi; body: Buffer }
/** A call that needs no grant. */
export type TicketCall = Omit<Admitted, 'found'> & { found?: undefined }

export const splitUrl = (url: string) => {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}

/** Admits calls of applications step by step, each of which costs no more than it must to refuse. */
export const createAdmit = ({ apps, apis, nonces, quotaShares, findToken }: AdmitPorts) => {
  const assertWithinLimits = async (limits: readonly CallLimit[]) => {
    const over = await quotaShares.take(limits)
    if (over) throw limitRefusal(over)
  }
  /** Throws `GateRefusal` at the first step that a call does not pass. A caller that no one knows leaves no record. */
  return async ({ request, origin }: RawCall, progress: Progress): Promise<Admitted | TicketCall> => {
    const { method, raw } = request
    const { path, query } = splitUrl(raw.url ?? '')
    const scheme = pickScheme(request, { path, query }, findToken)
    const appKey = await scheme.findAppKey()
    const app = appKey === undefined ? undefined : await apps.find(appKey)
    if (!app) throw new GateRefusal('app', gateErrors.refused, '')
    progress.app = app
    const proof = scheme.read()
    progress.canonical = proof.toCanonical()
    const now = Date.now()
    assertApp(app, now)
    const secrets = liveSecrets(app, now)
    // The server makes a trial, for a person at any address.
    if (!progress.trial) assertNetwork(app, origin.ip)
    proof.assertClock(now)
    const body = await readCallBody(raw)
    progress.requestBytes = body.length
    progress.canonical = proof.toCanonical(body)
    progress.secretId = proof.pickSecret(secrets, body)
    if (proof.nonce !== undefined && !(await nonces.take(app.id, proof.nonce)))
      throw new GateRefusal('nonce', gateErrors.repeated, fillSource('随机串已使用过'))
    if (isTicketCall(method, path)) {
      await assertWithinLimits(limitsOfApp(app))
      return { app, body }
    }
    const found = await apis.find(method, path)
    if (found) progress.found = found
    assertGranted(app, found, now)
    await assertWithinLimits(listLimits(app, found))
    return { app, found, body }
  }
}
