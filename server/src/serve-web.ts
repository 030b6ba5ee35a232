import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sharePath } from '@atrium/contract/features/content/documents/share-path.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const base = '/console/'
const sharedPages = `/console${sharePath}/`
const noncePattern = /__CSP_NONCE__/g
const answersPattern = /(<script[^>]* id="answers"[^>]*>)\[\](?=<\/script>)/

const policy = (nonce: string, frames: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    ["frame-src 'self'", ...frames].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const secretAddress = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/front-api/')

const patterns = endpoints.map(({ method, path }) => ({
  method,
  shape: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`),
}))
/** Methods of a path; empty for an unknown path. */
const methodsOf = (path: string) => patterns.filter(({ shape }) => shape.test(path)).map(({ method }) => method)

const refuseCall = (request: FastifyRequest, reply: FastifyReply) => {
  const methods = methodsOf(request.url.split('?', 1)[0] ?? '')
  if (methods.length > 0) reply.header('allow', methods.join(', '))
  const error = methods.length > 0 ? kernelErrors.wrongMethod : kernelErrors.noSuchRoute
  return reply
    .status(error.code)
    .header('cache-control', 'no-store')
    .send({ ...error, traceId: request.id })
}

/** A reply embedded in the page: the endpoint's module and name, and its reply. */
export type BootstrapAnswer = readonly [module: string, name: string, reply: unknown]

type PageSources = {
  bootstrap: (host: string) => Promise<readonly BootstrapAnswer[]>
  /** Origins of the pages that the console may embed in frames. */
  frameOrigins: () => Promise<string[]>
}

/** Within a script element only `<` could end the element. */
const toScriptJson = (answers: readonly BootstrapAnswer[]) => JSON.stringify(answers).replaceAll('<', '\\u003c')

/**
 * Serves the built web on the API's origin: hashed assets are immutable; every path below `/console/` gets the page,
 * uncached and with a nonce. The page embeds the replies of its first calls; if they are unavailable, it calls the API.
 * Everything else is an unknown call.
 */
export const serveWeb = async (server: FastifyInstance, folder: string | undefined, sources: PageSources) => {
  server.setNotFoundHandler(async (request, reply) => {
    if (folder === undefined || isCall(request.url) || request.method !== 'GET') return refuseCall(request, reply)
    if (!request.url.startsWith(base)) return reply.redirect(base)
    // A missing asset is answered with 404; only pages fall back to the console.
    if (request.url.startsWith(`${base}assets/`)) return reply.status(404).send()
    const answers = sources.bootstrap(request.hostname.toLowerCase()).catch(() => [])
    // The address of a shared file opens it: nothing keeps it, and nobody else is told.
    if (request.url.startsWith(sharedPages)) reply.headers(secretAddress)
    return sendPage(reply, folder, await answers, await sources.frameOrigins())
  })
  if (folder === undefined) return
  await server.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: `${base}assets/`,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
}

const sendPage = async (
  reply: FastifyReply,
  folder: string,
  answers: readonly BootstrapAnswer[],
  frames: readonly string[],
) => {
  const nonce = randomBytes(16).toString('base64')
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  return reply
    .header('content-security-policy', policy(nonce, frames))
    .header('cache-control', reply.getHeader('cache-control') ?? 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace(noncePattern, nonce).replace(answersPattern, (_, opening) => opening + toScriptJson(answers)))
}
