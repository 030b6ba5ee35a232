import { setLanguageSource } from '@atrium/contract/kernel/texts.ts'
import type { FastifyInstance } from 'fastify'
import { currentContext } from '../call-context.ts'
import { setKnownLanguages } from '../texts/every-language.ts'
import type { Languages } from '../texts/languages.ts'
import type { OnlineTexts } from '../texts/online-texts.ts'
import { presentLanguage } from '../texts/operator-language.ts'
import type {} from './arrival.ts'

/** Probes and files of the web say nothing that is written online. */
const isWordless = (url: string) => url === '/healthz' || url === '/readyz' || url.includes('/assets/')

/** Texts are in the language that a call asks for (`Accept-Language`), as they are written online. */
export const useLanguageOfCalls = (server: FastifyInstance, languages: Languages, online: OnlineTexts): void => {
  setKnownLanguages(languages)
  setLanguageSource(() => {
    const context = currentContext()
    return context?.language === undefined
      ? presentLanguage()
      : (context.languages ?? languages).get(context.language).texts
  })
  server.addHook('onRequest', async (request) => {
    const { context } = request.arrival
    if (!isWordless(request.url)) await online.refresh()
    context.languages = languages
    context.language = languages.negotiate(request.headers['accept-language'] ?? '').tag
  })
}
