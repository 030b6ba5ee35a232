import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@atrium/contract/index.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const base = '/console/'
const noncePlace = /__CSP_NONCE__/g
const answersPlace = /(<script[^>]* id="answers"[^>]*>)\[\](?=<\/script>)/

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

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/front-api/')

const patterns = endpoints.map(({ method, path }) => ({
  method,
  shape: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`),
}))
/** The methods a path does answer; empty when there is no such path at all. */
const methodsOf = (path: string) => patterns.filter(({ shape }) => shape.test(path)).map(({ method }) => method)

const refuseCall = (request: FastifyRequest, reply: FastifyReply) => {
  const methods = methodsOf(request.url.split('?', 1)[0] ?? '')
  if (methods.length > 0) reply.header('allow', methods.join(', '))
  const body = { ...kernelErrors.noSuchRoute, traceId: request.id }
  return reply
    .status(methods.length > 0 ? 405 : 404)
    .header('cache-control', 'no-store')
    .send(body)
}

/** What every page asks for first: an endpoint's module and name, and its reply. */
export type Answer = readonly [module: string, name: string, reply: unknown]

type PageWords = {
  firstAnswers: (host: string) => Promise<readonly Answer[]>
  /** Whose pages it may show inside itself. */
  frameOrigins: () => Promise<string[]>
}

/** Inside a script element only `<` could end it. */
const asScript = (answers: readonly Answer[]) => JSON.stringify(answers).replaceAll('<', '\\u003c')

/**
 * Serves the built web on the API's own origin: hashed assets for ever, the page itself fresh each time with a nonce
 * of its own, for every address below `/console/` (the browser routes). The page brings along the answers it would ask
 * for first; when they cannot be had, it asks. Anything else is answered as an unknown call. In: the built web's folder,
 * and what the page says of itself.
 */
export const serveWeb = async (server: FastifyInstance, folder: string | undefined, says: PageWords) => {
  server.setNotFoundHandler(async (request, reply) => {
    if (folder === undefined || isCall(request.url) || request.method !== 'GET') return refuseCall(request, reply)
    if (!request.url.startsWith(base)) return reply.redirect(base)
    // A missing asset is missing; only pages fall back to the console.
    if (request.url.startsWith(`${base}assets/`)) return reply.status(404).send()
    const answers = says.firstAnswers(request.hostname.toLowerCase()).catch(() => [])
    return sendPage(reply, folder, await answers, await says.frameOrigins())
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

const sendPage = async (reply: FastifyReply, folder: string, answers: readonly Answer[], frames: readonly string[]) => {
  const nonce = randomBytes(16).toString('base64')
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  return reply
    .header('content-security-policy', policy(nonce, frames))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace(noncePlace, nonce).replace(answersPlace, (_, opening) => opening + asScript(answers)))
}
