import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import type { ProviderKind } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Adapter, OutsideFetch } from './adapter.ts'
import { createDingtalkAdapter } from './dingtalk-adapter.ts'
import { createFeishuAdapter } from './feishu-adapter.ts'
import { createWechatAdapter } from './wechat-adapter.ts'
import { createWecomAdapter } from './wecom-adapter.ts'

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

/** Calls an address of a preset. Throws `unreachable` for an answer that is no JSON object. */
const createPresetFetch =
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

export const createPresets = (fetch: OutsideFetch): Record<Exclude<ProviderKind, 'oidc'>, Adapter> => {
  const ask = createPresetFetch(fetch)
  return {
    wecom: createWecomAdapter(ask),
    dingtalk: createDingtalkAdapter(ask),
    feishu: createFeishuAdapter(ask),
    wechat: createWechatAdapter(ask),
  }
}
