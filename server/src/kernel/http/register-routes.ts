import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../files/file-store.ts'
import type { Limits } from '../limits.ts'
import type { CountCall, Metrics } from '../metrics.ts'
import { AppError, type Origin, PermissionDenied } from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import { type Admission, type Authenticate, admit } from './admit.ts'
import { type CipherMode, cipherFor, readBody } from './body-cipher.ts'
import type { Cookies } from './cookies.ts'
import { type Call, type Caller, createExecutor, type ExecutorPorts } from './execute.ts'
import { idempotencyKey } from './idempotency.ts'
import type { Route } from './implement.ts'
import { header, originOf } from './origin.ts'
import { createRates } from './rates.ts'
import { type ReadForm, readForm } from './read-form.ts'
import { readInput } from './read-input.ts'
import { createSender, opened } from './reply.ts'
import { assertAllRowsReadable, assertNothingRestricted, createReplyMask, restrictionsOf } from './reply-mask.ts'
import { type CallProgress, createErrorSender, type ErrorPorts } from './send-error.ts'

export type Kernel = {
  limits: Limits
  secrets: Secrets
  metrics: Metrics
  cookies: Cookies
  authenticate: Authenticate
  countObserved: Admission['countObserved']
  requireReauthentication: Admission['requireReauthentication']
  encryptMode(): Promise<CipherMode>
  shares: Admission['shares']
  countCall: CountCall
  fileStore: Pick<FileStore, 'receive'>
} & ExecutorPorts &
  ErrorPorts

/** A dry run must never make the change. */
const assertDryRunSupported = (endpoint: Endpoint, { dryRun }: Origin) => {
  if (dryRun && (endpoint.method === 'GET' || !endpoint.impact)) throw new AppError(kernelErrors.noDryRun)
}
/** Registers all routes. Every request is admitted, decrypted, parsed, executed, audited and wrapped here. */
export const registerRoutes = (app: FastifyInstance, kernel: Kernel, routes: readonly Route[]) => {
  const { execute, auditRefusal } = createExecutor(kernel)
  const admission = { ...kernel, countAgainstRate: createRates(kernel.limits) }
  for (const route of routes) app.route(routeOptionsOf(route))

  function routeOptionsOf(route: Route) {
    const { endpoint } = route
    const send = createSender(endpoint)
    const maskReply = createReplyMask(endpoint.reply, kernel.fieldMasks)
    const sendError = createErrorSender(endpoint, kernel)
    const limit =
      endpoint.limit && kernel.limits.counter({ name: `${endpoint.module}.${endpoint.name}`, ...endpoint.limit })

    const handle = async (
      request: FastifyRequest,
      reply: FastifyReply,
      origin: Origin,
      progress: CallProgress & { form?: ReadForm | undefined },
    ) => {
      const { startedAt, seen } = progress
      await limit?.take(origin.ip)
      const { caller, audit } = await admitCaller(reply, origin, startedAt)
      seen.caller = caller
      assertDryRunSupported(endpoint, origin)
      const path = request.url.split('?', 1)[0] ?? ''
      const mode = await kernel.encryptMode()
      const cipher = cipherFor(mode, endpoint, caller, { path, cipherId: header(request, Header.cipherId) })
      progress.form = await readForm(endpoint, request, kernel.fileStore.receive)
      const { file, fields: body = readBody(mode, cipher, request.body) } = progress.form ?? {}
      const input = { ...readInput(endpoint, { params: request.params, query: request.query, body }), file }
      seen.input = input
      const restrictions = restrictionsOf(caller)
      if (restrictions) assertNothingRestricted(endpoint, restrictions, input)
      assertAllRowsReadable(endpoint, caller)
      const key = keyOf(request, caller, input)
      const setCookie = kernel.cookies.setter(reply)
      const done = await execute({ route, caller, origin, setCookie, input, key, startedAt, audit })
      const answer = await opened(endpoint, done)
      return send(reply, restrictions && maskReply ? maskReply(answer, restrictions) : answer, {
        traceId: origin.traceId,
        cipher,
      })
    }

    /** Admits the caller; a refusal at this point is audited here, as the executor does not see it. */
    const admitCaller = (reply: FastifyReply, origin: Origin, startedAt: number) =>
      admit(endpoint, origin, admission).catch(async (error: unknown) => {
        if (error instanceof PermissionDenied) {
          const input = { params: undefined, query: undefined, body: undefined, file: undefined }
          const setCookie = kernel.cookies.setter(reply)
          await auditRefusal(
            { route, caller: error.actor, origin, setCookie, input, key: undefined, startedAt },
            error.spec.code,
          )
        }
        throw error
      })

    const isRepeatable = (endpoint.method === 'POST' || endpoint.method === 'PUT') && !endpoint.secretReply
    const keyOf = (request: FastifyRequest, caller: Caller, input: Call['input']) =>
      caller !== null && 'sessionId' in caller && isRepeatable && !input.file
        ? idempotencyKey(kernel.secrets, caller.userId, request.headers[Header.idempotencyKey], [
            caller.companyId,
            endpoint.method,
            request.url,
            input.body,
          ])
        : undefined

    return {
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const progress: Parameters<typeof handle>[3] = { startedAt: request.arrival.time, seen: {} }
        const origin = originOf(request, kernel.cookies)
        reply.header('cache-control', 'no-store')
        let code = 0
        try {
          await handle(request, reply, origin, progress)
        } catch (error) {
          code = await sendError(error, reply, origin, progress)
        }
        await progress.form?.discard()
        const ms = performance.now() - progress.startedAt
        kernel.metrics.observe(endpoint, code, ms)
        kernel.countCall(endpoint, code, ms)
        kernel.log.debug({ traceId: origin.traceId, endpoint: endpoint.path, code }, 'answered')
        return reply
      },
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the route; the architecture tests look for routes without one. */
    endpoint?: Endpoint
  }
}
