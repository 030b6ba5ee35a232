import { setLanguageSource } from '@atrium/contract/kernel/texts.ts'
import type { FastifyInstance } from 'fastify'
import { currentContext } from '../call-context.ts'
import { setKnownLanguages } from '../texts/every-language.ts'
import type { Languages } from '../texts/languages.ts'
import { presentLanguage } from '../texts/operator-language.ts'
import type {} from './arrival.ts'

/** Texts are in the language that a call asks for (`Accept-Language`). */
export const useLanguageOfCalls = (server: FastifyInstance, languages: Languages): void => {
  const { get, negotiate } = languages
  setKnownLanguages(languages)
  setLanguageSource(() => {
    const language = currentContext()?.language
    return language === undefined ? presentLanguage() : get(language).texts
  })
  server.addHook('onRequest', (request, _reply, done) => {
    request.arrival.context.language = negotiate(request.headers['accept-language'] ?? '').tag
    done()
  })
}
