import { setLanguageSource, sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import type { FastifyInstance } from 'fastify'
import { currentContext } from '../call-context.ts'
import type { Languages } from '../texts/languages.ts'
import type {} from './arrival.ts'

/** Texts are in the language that a call asks for (`Accept-Language`), and in that of the code outside of calls. */
export const useLanguageOfCalls = (server: FastifyInstance, { get, negotiate }: Languages): void => {
  setLanguageSource(() => get(currentContext()?.language ?? sourceLanguage).texts)
  server.addHook('onRequest', (request, _reply, done) => {
    request.arrival.context.language = negotiate(request.headers['accept-language'] ?? '').tag
    done()
  })
}
