import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bringOwnTexts, noteCaller, runInContext } from '../call-context.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Limits } from '../limits.ts'
import type { CountCall, Metrics } from '../metrics.ts'
import type { Origin } from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import type { OnlineTexts } from '../texts/online-texts.ts'
import { toNetwork } from '../to-network.ts'
import { type Admission, type Authenticate, admit } from './admit.ts'
import { type CipherMode, cipherFor, readBody } from './body-cipher.ts'
import { type CallAs, createCallAs } from './call-as.ts'
import type { Cookies } from './cookies.ts'
import { createExecutor, type ExecutorPorts } from './execute.ts'
import type { Route } from './implement.ts'
import { assertTimeZone, header, readOrigin } from './origin.ts'
import { createRates } from './rates.ts'
import { type ReadForm, readForm } from './read-form.ts'
import { readInput } from './read-input.ts'
import { assertDryRunSupported, createRunner, type Runner } from './run-admitted.ts'
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
  /** Translations of a company's own names. */
  ownTexts: OnlineTexts['ofCompany']
} & ExecutorPorts &
  ErrorPorts

/**
 * Registers all routes. Every request is admitted, decrypted, parsed, executed, audited and wrapped here.
 * @returns what calls them as an actor who was authenticated otherwise
 */
export const registerRoutes = (app: FastifyInstance, kernel: Kernel, routes: readonly Route[]): CallAs => {
  const executor = createExecutor(kernel)
  const admission = { ...kernel, countAgainstRate: createRates(kernel.limits) }
  const runners = new Map<Endpoint, Runner>()
  for (const route of routes) app.route(toRouteOptions(route))
  return createCallAs(admission, runners)

  function toRouteOptions(route: Route) {
    const { endpoint } = route
    const runner = createRunner(route, { ...kernel, ...executor })
    runners.set(endpoint, runner)
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
      await limit?.take(toNetwork(origin.ip))
      const { caller, audit } = await admitCaller(reply, origin, startedAt)
      seen.caller = caller
      noteCaller(caller)
      if (caller !== null && 'sessionId' in caller) await bringOwnTexts(caller.companyId, kernel.ownTexts)
      assertDryRunSupported(endpoint, origin)
      assertTimeZone(request)
      const path = request.url.split('?', 1)[0] ?? ''
      const mode = await kernel.encryptMode()
      const cipher = cipherFor(mode, endpoint, caller, { path, cipherId: header(request, Header.cipherId) })
      progress.form = await readForm(endpoint, request, kernel.fileStore.receive)
      const { file, fields: body = readBody(mode, cipher, request.body) } = progress.form ?? {}
      const input = { ...readInput(endpoint, { params: request.params, query: request.query, body }), file }
      seen.input = input
      return runner.run({ request, reply, origin, startedAt, admitted: { caller, audit }, input, cipher })
    }

    const admitCaller = (reply: FastifyReply, origin: Origin, startedAt: number) =>
      admit(endpoint, origin, admission).catch((error: unknown) =>
        runner.auditDenial(error, { reply, origin, startedAt }),
      )

    return {
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        runInContext(request.arrival.context, () => answer(request, reply)),
    }

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const progress: Parameters<typeof handle>[3] = { startedAt: request.arrival.time, seen: {} }
      const origin = readOrigin(request, kernel.cookies)
      reply.header('cache-control', 'no-store')
      let code = 0
      request.arrival.context.code = code
      try {
        await handle(request, reply, origin, progress)
      } catch (error) {
        code = await sendError(error, reply, origin, progress)
      }
      await progress.form?.discard()
      const ms = performance.now() - progress.startedAt
      kernel.metrics.observe(endpoint, code, ms)
      kernel.countCall(endpoint, code, ms)
      return reply
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the route; the architecture tests look for routes without one. */
    endpoint?: Endpoint
  }
}
