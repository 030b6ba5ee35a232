import type { IncomingMessage } from 'node:http'
import { languageCookie } from '@atrium/contract/kernel/texts.ts'
import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Languages } from '../../../../kernel/texts/languages.ts'
import { escaped } from './provider-page.ts'

const parameter = 'ui_locales'
const maxLength = 200

/** The languages that an application asks for (OpenID Connect Core, section 3.1.2.1), best first, separated by spaces. */
const readLocales = (url: string) => {
  const at = url.indexOf('?')
  return (at < 0 ? '' : (new URLSearchParams(url.slice(at)).get(parameter) ?? '')).slice(0, maxLength)
}

/** The language of a page: one that the application asks for, the one chosen in this browser, or else the browser's. */
export const findLanguage = (request: FastifyRequest, { tags, find, negotiate }: Languages): string => {
  const locales = readLocales(request.raw.url ?? '')
    .split(' ')
    .filter(Boolean)
  const asked = locales.length > 0 ? find(locales.join(',')) : undefined
  if (asked) return asked.tag
  const chosen = request.cookies[languageCookie] ?? ''
  return tags.includes(chosen) ? chosen : negotiate(request.headers['accept-language'] ?? '').tag
}

/** A form that asks for the same languages as the request it answers. */
export const keepLocales = ({ req }: { req: IncomingMessage }, form: string): string => {
  const locales = readLocales(req.url ?? '')
  if (locales === '') return form
  const query = escaped(`?${new URLSearchParams({ [parameter]: locales })}`)
  return form.replace(/(action="[^"?]*)"/, (_, action: string) => `${action}${query}"`)
}
