import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { requestGuarded } from '../../../kernel/outgoing/guarded-request.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { OutsideFetch } from './adapter.ts'

const timeoutMs = 8000
const maxBytes = 512 * 1024
const bodiless = new Set([204, 205, 304])

/**
 * Calls addresses of providers: public ones, and those in the networks that the operator allows. Redirects are not
 * followed, answers are short.
 * @throws `unreachable` for whatever does not answer
 */
export const createOutsideFetch =
  (allowedNetworks: readonly string[]): OutsideFetch =>
  async (url, { method = 'GET', headers = {}, body = '' } = {}) => {
    try {
      const answer = await requestGuarded(
        {
          method,
          url: new URL(url),
          headers: { accept: 'application/json', ...headers },
          body: Buffer.from(body),
          timeoutMs,
        },
        allowedNetworks,
      )
      const pieces: Buffer[] = []
      let bytes = 0
      for await (const piece of answer) {
        bytes += (piece as Buffer).length
        if (bytes > maxBytes) throw new Error('the answer is too long')
        pieces.push(piece as Buffer)
      }
      const { statusCode = 502 } = answer
      const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      )
      return new Response(bodiless.has(statusCode) ? null : Buffer.concat(pieces), {
        status: statusCode,
        headers: sent,
      })
    } catch (cause) {
      throw Object.assign(new AppError(identityProvidersErrors.unreachable), { cause })
    }
  }
