import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { runInLanguage } from '../../../../kernel/call-context.ts'
import type { RawCall, RawRoute } from '../../../../kernel/http/raw-routes.ts'
import type { Counter } from '../../../../kernel/limits.ts'
import type { Languages } from '../../../../kernel/texts/languages.ts'
import type { Issuers } from '../issuers/issuers.ts'
import { setCaller } from './caller.ts'
import { postedRequest } from './posted-request.ts'
import type { Providers } from './providers.ts'
import { findLanguage } from './wanted-locales.ts'

const base = '/oidc'
/** What stores a sign-in or a session for callers without one. The provider knows paths in any case, and with a slash at their end. */
const stores = /^\/oidc\/(authorize|logout|device(\/auth)?)\/?(\?|$)/i
/** Where a code is typed that a device shows. */
const typesCode = /^\/oidc\/device\/?(\?|$)/i
type Ports = {
  languages: Languages
  providers: Providers
  issuers: Issuers
  attempts: Pick<Counter, 'take'>
  typedCodes: Pick<Counter, 'take'>
}

/** Addresses in answers are built from these; a forged host must not get into them. */
const stateOrigin = ({ headers }: IncomingMessage, { host, protocol }: URL) => {
  headers.host = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete headers['x-forwarded-host']
  delete headers['x-forwarded-for']
}

/** Hands requests below `/oidc` to the provider, which answers them itself. */
export const createProviderRoute = ({ languages, providers, issuers, attempts, typedCodes }: Ports): RawRoute => {
  const handle = async ({ request, reply, origin }: RawCall) => {
    const { raw } = request
    const url = raw.url ?? ''
    if (stores.test(url)) await attempts.take(origin.ip)
    if (raw.method === 'POST' && typesCode.test(url)) await typedCodes.take(origin.ip)
    const issuer = await issuers.of(origin.host)
    const posted = await postedRequest(raw, issuer.name)
    if (posted !== undefined) return reply.redirect(posted, 303)
    const provider = await providers.current(issuer)
    const language = findLanguage(request, languages)
    stateOrigin(raw, new URL(issuer.name))
    setCaller(raw, origin)
    Object.assign(raw, { originalUrl: url, url: url.slice(base.length) })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await runInLanguage(language, () => provider.callback()(raw, reply.raw))
    // A caller that has gone is no error.
    await finished(reply.raw, { readable: false }).catch(() => undefined)
  }
  return {
    methods: ['GET', 'POST', 'OPTIONS'],
    url: `${base}/*`,
    publicBecause: 'the OpenID Connect provider authenticates applications and people by its own protocol',
    handle,
  }
}
