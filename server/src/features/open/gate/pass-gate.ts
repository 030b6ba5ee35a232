import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { FastifyReply } from 'fastify'
import { errorReply, readRetryAfter } from '../../../kernel/http/error-reply.ts'
import { canBeTried } from '../../../kernel/http/execute.ts'
import { type RawCall, toRawStatus } from '../../../kernel/http/raw-routes.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Sso } from '../portal-apps/index.ts'
import { type AdmitPorts, type Admitted, createAdmit, type Progress, splitUrl, type TicketCall } from './admit-call.ts'
import { isBearerCall, toChallenge } from './bearer.ts'
import type { CallRecords } from './call-records.ts'
import type { Forward } from './forward.ts'
import type { FoundApi } from './gate-apis.ts'
import { GateRefusal } from './gate-refusal.ts'
import { parseJsonBody } from './read-body.ts'
import { redeemTicket } from './redeem-ticket.ts'
import { serviceActor } from './service-actor.ts'
import { buildTarget } from './target-call.ts'
import type { Trials } from './trials.ts'

type Ports = AdmitPorts & {
  records: CallRecords
  forward: Forward
  redeem: Sso['redeem']
  trials: Trials
}

const announceEnd = (reply: FastifyReply, { api: { deprecatedAt, sunsetAt } }: FoundApi) => {
  if (deprecatedAt === null) return
  reply.header('deprecation', `@${Math.floor(deprecatedAt / 1000)}`)
  if (sunsetAt !== null) reply.header('sunset', new Date(sunsetAt).toUTCString())
}

/** The gate of the open platform: admits calls of applications, and runs them as the application or forwards them. */
export const createGate = ({ records, forward, redeem, trials, ...ports }: Ports) => {
  const admit = createAdmit(ports)
  const runOwn = async (call: RawCall, { app, found: { api, params }, body }: Admitted, isTrial: boolean) => {
    const { request, reply, origin, callAs } = call
    const { endpoint } = api
    if (!endpoint || 'refusal' in app.owner) throw new GateRefusal('api', gateErrors.notGranted, '')
    if (isTrial && !canBeTried(endpoint)) throw new AppError(openAppsErrors.noTrial)
    await callAs({
      request,
      reply,
      origin,
      endpoint,
      actor: serviceActor(app, app.owner, [endpoint]),
      isTrial,
      params,
      query: request.query,
      body: parseJsonBody(body, request.headers['content-type']),
    })
  }
  const runForwarded = async (
    { request, reply, origin }: RawCall,
    { app, found, body }: Admitted,
    isTrial: boolean,
  ) => {
    const { target, sandbox } = found.api
    if (isTrial && sandbox === '') throw new AppError(openAppsErrors.noSandbox)
    const { method, headers, raw } = request
    const type = headers['content-type']
    const answer = await forward({
      method,
      body,
      url: buildTarget(found, splitUrl(raw.url ?? '').query, isTrial ? sandbox : target),
      headers: {
        accept: 'application/json, */*;q=0.5',
        'user-agent': 'Atrium',
        'accept-encoding': 'identity',
        ...(body.length > 0 && type !== undefined && { 'content-type': type }),
        'x-atrium-company': app.companyId,
        'x-atrium-app': app.appKey,
        'x-atrium-trace': origin.traceId,
      },
    })
    // A page of a business system must not act as one of ours.
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.status(answer.status).type(answer.type).send(answer.body)
  }

  const run = async (call: RawCall, admitted: Admitted | TicketCall, isTrial: boolean) => {
    if (!admitted.found) return redeemTicket(redeem, call, admitted)
    announceEnd(call.reply, admitted.found)
    await (admitted.found.api.kind === 'own' ? runOwn : runForwarded)(call, admitted, isTrial)
  }

  /**
   * Answers a refusal by a status that programs know.
   * @throws what no one expected
   */
  const refuse = ({ request, reply, origin }: RawCall, error: unknown): number => {
    if (!(error instanceof AppError)) throw error
    const challenge = error instanceof GateRefusal ? toChallenge(request, error) : undefined
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    const isToken = error.spec === gateErrors.refused && isBearerCall(request)
    const { status, body } = errorReply(isToken ? new AppError(oidcErrors.badToken) : error, origin.traceId)
    const wait = readRetryAfter(body)
    if (wait !== undefined) reply.header('retry-after', wait)
    const known = error.spec.code === gateErrors.unreachable.code ? 502 : toRawStatus(error, status)
    reply.status(error instanceof GateRefusal ? error.status : known)
    reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    return body.code
  }

  const record = ({ request, reply, origin }: RawCall, progress: Progress, code: number, error: unknown) => {
    const { trial, app, found, secretId, canonical, requestBytes } = progress
    if (!app) return trial?.done(undefined)
    const refusal = error instanceof GateRefusal ? error : undefined
    const made = {
      companyId: app.companyId,
      appId: app.id,
      apiId: found?.api.id,
      secretId,
      requestBytes,
      method: request.method,
      path: splitUrl(request.raw.url ?? '').path,
      ip: origin.ip,
      agent: origin.agent,
      status: code === 500 ? 500 : reply.statusCode,
      code: refusal?.logged.code ?? code,
      refused: refusal && { step: refusal.step, detail: refusal.detail, canonical },
      ms: performance.now() - request.arrival.time,
      traceId: origin.traceId,
      replyBytes: Number(reply.getHeader('content-length') ?? 0),
      trial: trial !== undefined,
    }
    records.add(made)
    trial?.done(made)
  }

  return {
    async handle(call: RawCall): Promise<void> {
      const progress: Progress = { trial: trials.find(call.request.headers), canonical: '', requestBytes: 0 }
      let code = 0
      let thrown: unknown
      try {
        call.reply.header('cache-control', 'no-store')
        const admitted = await admit(call, progress)
        await run(call, admitted, progress.trial !== undefined)
      } catch (error) {
        thrown = error
        code = 500
        code = refuse(call, error)
      } finally {
        record(call, progress, code, thrown)
      }
    },
  }
}
