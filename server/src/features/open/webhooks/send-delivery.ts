import { Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { t } from '@atrium/contract/kernel/texts.ts'
import { maskedContacts } from '../../../kernel/masked.ts'
import { AddressRefused, requestGuarded } from '../../../kernel/outgoing/guarded-request.ts'

export type Answer = { status: number | null; ms: number; problem: string; answer: string }
type Sent = { url: string; headers: Readonly<Record<string, string>>; body: string }

const timeoutMs = 10_000
const maxAnswerBytes = 2000
/** Unused connections are kept for a while: to open one costs more than to send a delivery. */
const pooled = { keepAlive: true, timeout: 5000 } as const

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: '连接被拒绝',
  ECONNRESET: '连接被中断',
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名无法解析',
  ETIMEOUT: '域名服务器未响应',
  EHOSTUNREACH: '地址无法到达',
  ENETUNREACH: '地址无法到达',
  ABORT_ERR: '10 秒内未响应',
}
const describeProblem = (error: unknown): string => {
  if (error instanceof AddressRefused) return t('接收地址为内网或保留地址')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return t('证书无效')
  return problems[code] ?? t('连接失败')
}
const problemOfStatus = (status: number): string => {
  if (status >= 200 && status < 300) return ''
  return status >= 300 && status < 400 ? t('返回 {status}，不跟随重定向', { status }) : t('返回 {status}', { status })
}

/** The beginning of an answer; the rest of a long one is not read. */
const readBeginning = async (reply: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of reply) {
    parts.push(part as Buffer)
    size += (part as Buffer).length
    if (size > maxAnswerBytes) break
  }
  // Text of a cut character, and zero bytes, which the database stores in no text.
  const text = Buffer.concat(parts)
    .subarray(0, maxAnswerBytes)
    .toString('utf8')
    .replace(/[\0\uFFFD]/g, '')
  return maskedContacts(text)
}

/**
 * Creates the sender of single attempts.
 * @param allowedNetworks networks that may be called beside public addresses
 */
export const createSendDelivery = (allowedNetworks: readonly string[]) => {
  const agents = { 'http:': new HttpAgent(pooled), 'https:': new HttpsAgent(pooled) } as const
  const post = (url: URL, { headers, body }: Sent, isNew: boolean) =>
    requestGuarded(
      {
        method: 'POST',
        url,
        timeoutMs,
        body: Buffer.from(body),
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Atrium-Webhook' },
        ...(!isNew && { agent: agents[url.protocol === 'https:' ? 'https:' : 'http:'] }),
      },
      allowedNetworks,
    )
  /** A receiver may close a kept connection in the moment it is used again. */
  const isReset = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

  return {
    /** Makes one attempt. Never throws for what the receiver does. */
    async send(sent: Sent): Promise<Answer> {
      const startedAt = performance.now()
      const elapsed = () => Math.round(performance.now() - startedAt)
      try {
        const url = new URL(sent.url)
        const reply = await post(url, sent, false).catch((error) => {
          if (isReset(error)) return post(url, sent, true)
          throw error
        })
        const status = reply.statusCode ?? 0
        const answer = await readBeginning(reply)
        return { status, ms: elapsed(), problem: problemOfStatus(status), answer }
      } catch (error) {
        return { status: null, ms: elapsed(), problem: describeProblem(error), answer: '' }
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
export type SendDelivery = ReturnType<typeof createSendDelivery>['send']
