import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { OutsideFetch } from './adapter.ts'

type Answer = Record<string, unknown>
type PresetCall = {
  method?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: object
}
export type PresetFetch = (url: URL, call?: PresetCall) => Promise<Answer>

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Calls an address of a preset.
 * @throws `unreachable` for an answer that is no JSON object
 */
export const createPresetFetch =
  (fetch: OutsideFetch): PresetFetch =>
  async (url, { method = 'GET', query = {}, headers = {}, json } = {}) => {
    const asked = new URL(url)
    for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value)
    const body = json && { body: JSON.stringify(json) }
    const sent = { ...headers, ...(json && { 'content-type': 'application/json; charset=utf-8' }) }
    const answer: unknown = await fetch(asked.href, { method, headers: sent, ...body }).then((reply) =>
      reply.json().catch(() => undefined),
    )
    if (!isAnswer(answer)) throw new AppError(identityProvidersErrors.unreachable)
    return answer
  }

/** An address of a preset, at an installation of one's own if there is one. */
export const addressAt = (own: string, address: string): URL => {
  const url = new URL(address)
  return own === '' ? url : new URL(own.replace(/\/$/, '') + url.pathname + url.search)
}
