import type { FastifyReply } from 'fastify'
import { header } from '../../../kernel/http/origin.ts'
import type { RawCall } from '../../../kernel/http/raw-routes.ts'
import { type AppCalls, GateRefusal, readCallBody } from '../gate/index.ts'
import { refusalAnswer, type ScimAnswer } from './scim-answers.ts'
import { parseScimBody } from './scim-body.ts'
import type { AdmitScim, KnownCaller } from './scim-callers.ts'
import { refusalFrom } from './scim-refusal.ts'
import type { ScimRoutes } from './scim-routes.ts'

type Ports = { admit: AdmitScim; routes: ScimRoutes; records: AppCalls['records'] }
const base = '/scim/v2'

const takePath = (url: string) => url.split('?', 1)[0] ?? ''
const toSegments = (path: string) =>
  path
    .slice(base.length)
    .split('/')
    .filter((segment) => segment !== '')
const send = (reply: FastifyReply, { status, body, headers = {} }: ScimAnswer): number => {
  reply.status(status).headers({ ...headers, 'cache-control': 'no-store' })
  if (body === undefined) reply.send()
  else reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
  return status
}

/** Answers calls below `/scim/v2` by the protocol, counts them as calls of their application, and logs refused ones. */
export const createScimHandler = ({ admit, routes, records }: Ports) => {
  const answer = async ({ request, origin }: RawCall, known: KnownCaller, sizes: { body: number }) => {
    const { token, actor } = await admit(header(request, 'authorization'), origin, known)
    const body = await readCallBody(request.raw)
    sizes.body = body.length
    return routes({
      call: { actor, origin, startedAt: request.arrival.time },
      method: request.method,
      orgId: token.orgId,
      path: toSegments(takePath(request.raw.url ?? '')),
      query: request.query as Record<string, unknown>,
      ifMatch: header(request, 'if-match'),
      ifNoneMatch: header(request, 'if-none-match'),
      body: parseScimBody(body, header(request, 'content-type')),
    })
  }
  const record = (
    { request, reply, origin }: RawCall,
    known: KnownCaller,
    status: number,
    error: unknown,
    bytes: number,
  ) => {
    const { app, token } = known
    if (!app) return
    const refused = error instanceof GateRefusal && {
      step: error.step,
      detail: error.detail,
      canonical: '',
    }
    records.add({
      companyId: app.companyId,
      appId: app.id,
      apiId: undefined,
      secretId: token?.id,
      requestBytes: bytes,
      method: request.method,
      path: takePath(request.raw.url ?? ''),
      ip: origin.ip,
      agent: origin.agent,
      status,
      code: status < 400 ? 0 : status,
      refused: refused || undefined,
      trial: false,
      ms: performance.now() - request.arrival.time,
      replyBytes: Number(reply.getHeader('content-length') ?? 0),
      traceId: origin.traceId,
    })
  }
  /** Throws what no one expected. */
  return async (call: RawCall): Promise<void> => {
    const known: KnownCaller = {}
    const sizes = { body: 0 }
    let status = 500
    let thrown: unknown
    try {
      status = send(call.reply, await answer(call, known, sizes))
    } catch (error) {
      thrown = error
      const refusal = refusalFrom(error)
      if (!refusal) throw error
      status = send(call.reply, refusalAnswer(refusal))
    } finally {
      record(call, known, status, thrown, sizes.body)
    }
  }
}
