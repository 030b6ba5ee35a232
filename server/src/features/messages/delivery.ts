import type { Database } from '../../kernel/db/database.ts'
import { AppError } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { type Channel, codeLifeSeconds } from './builtin-templates.ts'
import { messageTemplatesRepository } from './message-templates.repository.ts'
import { type Claimed, messagesRepository, type Outcome } from './messages.repository.ts'
import { type Outgoing, ProviderProblem } from './provider.ts'
import type { Providers } from './providers.ts'
import { addressOf, maskedRecipient, type Recipient, recipientOn } from './recipients.ts'
import type { SendBudgets } from './send-budgets.ts'
import { filled, slotsIn } from './template-text.ts'

/** What a message's row keeps sealed until it is over. */
export type Content = { to: Recipient; onlyIfKnown: boolean; values: Record<string, string> }

/** How long to wait after each failed try; after the last one it is given up. */
const pauses = [5, 30, 120, 600]
const longest = 300
const platform = { reach: 'platform' } as const

type Ports = {
  database: Database
  secrets: Secrets
  budgets: SendBudgets
  providers: Providers
  onError(error: unknown): void
}

/** What a provider says may repeat what it was given; the send log shows neither the address nor a code. */
const concealed = (problem: string, { to, values }: Outgoing, target: string) => {
  const known = [[to, target] as const, ...(values.code ? [[values.code, '******'] as const] : [])]
  return known.reduce((text, [clear, hidden]) => text.replaceAll(clear, hidden), problem).slice(0, longest)
}

/** Makes the function that carries out one try: who gets it, in which words, by whom, and what came of it. */
export const createDelivery = ({ database, secrets, budgets, providers, onError }: Ports) => {
  const isStale = ({ template, age }: Claimed, wait = 0) => template === 'code' && age + wait >= codeLifeSeconds

  /** What was not counted when it was asked for is counted at the first try. */
  const spend = async (
    { template, tries, companyId }: Claimed,
    { to }: Content,
    found: Recipient,
    channel: Channel,
  ) => {
    if (tries > 1) return
    if (template === 'code' && 'account' in to) await budgets.forTarget(found)
    if (template !== 'code' && template !== 'test') await budgets.forNotice(companyId, channel)
  }

  /** What to do with a message that could not be sent: a code that would come too late is not waited for. */
  const later = (claimed: Claimed, told: { target: string; provider?: string; problem: string }): Outcome => {
    const wait = pauses[claimed.tries - 1]
    if (wait === undefined || isStale(claimed, wait)) return { state: 'failed', ...told }
    return { state: 'queued', wait, ...told }
  }

  const handOver = async (claimed: Claimed, channel: Channel, address: string, content: Content): Promise<Outcome> => {
    const target = maskedRecipient(recipientOn(channel, address))
    const { values } = content
    const wording = await database.transact(platform, (db) =>
      messageTemplatesRepository.wording(db, claimed.template, channel),
    )
    const outgoing: Outgoing = {
      id: claimed.id,
      channel,
      to: address,
      title: filled(wording.title, values),
      text: filled(wording.content, values),
      values,
      parameters: slotsIn(wording.content).map((name) => [name, values[name] ?? '']),
      providerTemplate: wording.providerTemplate,
    }
    const provider = await providers.of(channel)
    try {
      return { state: 'sent', target, provider: provider.name, receipt: await provider.send(outgoing) }
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      return later(claimed, { target, provider: provider.name, problem: concealed(error.message, outgoing, target) })
    }
  }

  const attempt = async (claimed: Claimed, channel: Channel): Promise<Outcome> => {
    const { target } = claimed
    if (isStale(claimed)) return { state: 'dropped', target, problem: '验证码已过有效期，不再发送' }
    const content: Content = JSON.parse(secrets.unseal(claimed.content))
    const address = await database.transact(platform, (db) => addressOf(db, content, channel))
    if (address === undefined) return { state: 'dropped', target, problem: '没有可以接收的用户' }
    try {
      await spend(claimed, content, recipientOn(channel, address), channel)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { state: 'dropped', target, problem: '超过发送上限，不再发送' }
    }
    return handOver(claimed, channel, address, content)
  }

  return async (claimed: Claimed, channel: Channel): Promise<void> => {
    const outcome = await attempt(claimed, channel).catch((error: unknown) => {
      onError(error)
      return later(claimed, { target: claimed.target, problem: '发送时发生意外错误' })
    })
    await database.transact(platform, (db) => messagesRepository.settle(db, claimed, outcome))
  }
}
