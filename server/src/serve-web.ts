import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sharePath } from '@atrium/contract/features/content/documents/share-path.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { languageCookie, t } from '@atrium/contract/kernel/texts.ts'
import type {} from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInContext } from './kernel/call-context.ts'
import type { Language, Languages } from './kernel/texts/languages.ts'
import { readFirstTexts, serveTexts, type TextSources } from './serve-texts.ts'

const base = '/console/'
/** Entries of the web: their builds are folders of the same name. */
const entries = [
  {
    base,
    page: 'console/index.html',
    assets: 'console/assets',
    noscript: '请启用 JavaScript 后使用本控制台',
  },
  {
    base: '/portal/',
    page: 'portal/portal.html',
    assets: 'portal/assets',
    noscript: '请启用 JavaScript 后使用本门户',
  },
] as const
/** Pages of the entries, in the folder of the built web. */
export const webPages = entries.map(({ page }) => page)
const sharedPages = `/console${sharePath}/`
const noncePattern = /__CSP_NONCE__/g
const textsPattern = /(<script[^>]* id="texts"[^>]*>)(?=<\/script>)/
const languagePattern = /(?<=<html lang=")[^"]+/
const languagesPattern = /(<script[^>]* id="languages"[^>]*>)\[\](?=<\/script>)/
const answersPattern = /(<script[^>]* id="answers"[^>]*>)\[\](?=<\/script>)/
const noscriptPattern = /(?<=<noscript>)(?=<\/noscript>)/

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

/** Whether a URL is an entry's base without its last slash. */
const isBaseOf = (entry: (typeof entries)[number], url: string) => `${url.split('?', 1)[0]}/` === entry.base

const secretAddress = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/front-api/')

const patterns = endpoints.map(({ method, path }) => ({
  method,
  shape: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`),
}))
/** Methods of a path; empty for an unknown path. */
const listMethods = (path: string) => patterns.filter(({ shape }) => shape.test(path)).map(({ method }) => method)

const refuseCall = (request: FastifyRequest, reply: FastifyReply) => {
  const methods = listMethods(request.url.split('?', 1)[0] ?? '')
  if (methods.length > 0) reply.header('allow', methods.join(', '))
  const error = methods.length > 0 ? kernelErrors.wrongMethod : kernelErrors.noSuchRoute
  return reply
    .status(error.code)
    .header('cache-control', 'no-store')
    .send(runInContext(request.arrival.context, () => ({ ...error, msg: t(error.msg), traceId: request.id })))
}

/** A reply embedded in the page: the endpoint's module and name, and its reply. */
export type BootstrapAnswer = readonly [module: string, name: string, reply: unknown]

type PageSources = TextSources & {
  /** In the language of the page; with that of the people of the host's tenant, empty without one. */
  bootstrap: (host: string) => Promise<{ answersIn(tag: string): readonly BootstrapAnswer[]; language: string }>
  /** Origins of the pages that the console may embed in frames. */
  frameOrigins: () => Promise<string[]>
}

/** Within a script element only `<` could end the element. */
const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Serves the built web on the API's origin: hashed assets are immutable; every path below `/console/` or `/portal/` gets
 * the page of that entry, uncached and with a nonce. The page embeds the replies of its first calls; if they are
 * unavailable, it calls the API. Everything else is an unknown call.
 */
export const serveWeb = async (server: FastifyInstance, folder: string | undefined, sources: PageSources) => {
  server.setNotFoundHandler(async (request, reply) => {
    if (folder === undefined || isCall(request.url) || request.method !== 'GET') return refuseCall(request, reply)
    const entry = entries.find((each) => request.url.startsWith(each.base))
    if (!entry) return reply.redirect(entries.find((each) => isBaseOf(each, request.url))?.base ?? base)
    // A missing asset is answered with 404; only addresses of pages get the page.
    if (request.url.startsWith(`${entry.base}assets/`)) return reply.status(404).send()
    const host = request.hostname.toLowerCase()
    const nothing = { answersIn: () => [], language: '' }
    const { answersIn, language: ofHost } = await sources.bootstrap(host).catch(() => nothing)
    // The address of a shared file opens it: nothing keeps it, and no one else is notified.
    if (request.url.startsWith(sharedPages)) reply.headers(secretAddress)
    const language = findPageLanguage(request, ofHost, sources.languages)
    const page = withLanguage(await readFile(join(folder, entry.page), 'utf8'), {
      language,
      texts: await readFirstTexts(join(folder, dirname(entry.page)), language),
      names: sources.languages.names,
      noscript: entry.noscript,
    })
    reply.header('content-language', language.tag)
    return sendPage(reply, page, { answers: answersIn(language.tag), frames: await sources.frameOrigins() })
  })
  if (folder === undefined) return
  for (const entry of entries) {
    serveTexts(server, entry.base, join(folder, dirname(entry.page)), sources)
    await server.register(fastifyStatic, {
      root: join(folder, entry.assets),
      prefix: `${entry.base}assets/`,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
    })
  }
}

/** The language chosen in this browser, that of the host's tenant, or else the one the browser asks for. */
const findPageLanguage = (request: FastifyRequest, ofHost: string, { tags, get, negotiate }: Languages): Language => {
  const chosen = [request.cookies[languageCookie] ?? '', ofHost].find((tag) => tags.includes(tag))
  return chosen !== undefined ? get(chosen) : negotiate(request.headers['accept-language'] ?? '')
}

type LanguageParts = {
  language: Language
  texts: Awaited<ReturnType<typeof readFirstTexts>>
  names: Languages['names']
  noscript: string
}
const withLanguage = (page: string, { language, texts, names, noscript }: LanguageParts) =>
  page
    .replace(languagePattern, language.tag)
    .replace(textsPattern, (opening) => opening + (texts ? toScriptJson(texts) : ''))
    .replace(languagesPattern, (_, opening) => opening + toScriptJson(names))
    .replace(noscriptPattern, language.texts._(noscript))

type PageParts = { answers: readonly BootstrapAnswer[]; frames: readonly string[] }

const sendPage = (reply: FastifyReply, page: string, { answers, frames }: PageParts) => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', policy(nonce, frames))
    .header('cache-control', reply.getHeader('cache-control') ?? 'no-cache')
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-language, cookie')
    .send(page.replace(noncePattern, nonce).replace(answersPattern, (_, opening) => opening + toScriptJson(answers)))
}
