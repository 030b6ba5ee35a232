import { t } from '@atrium/contract/kernel/texts.ts'
import { isLoopback } from './loopback.ts'
import { ProviderProblem } from './provider.ts'

const timeoutMs = 10_000

/** Endpoint of an SMS service. Takes the parameter `sms.endpoint`, and the public host used if it is empty. */
export const smsEndpoint = (given: string, publicHost: string): URL => {
  const text = given === '' ? `https://${publicHost}/` : given
  if (!URL.canParse(text)) throw new ProviderProblem(t('短信接口地址不是有效的网址'))
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new ProviderProblem(t('短信接口地址必须以 https:// 开头'))
  return url
}

/** SMS services send only registered templates. */
export const refuseMissingTemplate = (providerTemplate: string) => {
  if (providerTemplate === '') throw new ProviderProblem(t('消息模板未填写短信服务商的模板编号'))
}

const describeCause = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return t('{timeoutMs} 秒内无响应', { timeoutMs: timeoutMs / 1000 })
  return error.cause instanceof Error ? error.cause.message : error.message
}

/**
 * Calls an SMS service.
 * @returns its JSON whatever the status
 * @throws ProviderProblem
 */
export const callSmsService = async (
  url: URL,
  headers: Record<string, string>,
  body: string,
): Promise<Record<string, unknown>> => {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
    const answer: unknown = await response.json().catch(() => undefined)
    if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    throw new Error(`HTTP ${response.status}`)
  } catch (error) {
    throw new ProviderProblem(t('短信服务商无响应：{error}', { error: describeCause(error) }))
  }
}
