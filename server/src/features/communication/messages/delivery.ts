import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { runInLanguage } from '../../../kernel/call-context.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'
import { AppError, type Owner } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { LaterText } from '../../../kernel/texts/later-text.ts'
import { type Channel, codeLifeSeconds } from './builtin-templates.ts'
import { compose } from './compose.ts'
import { deliveryTrigger } from './delivery-trigger.ts'
import { languagesRepository as languages } from './languages.repository.ts'
import { messageTemplatesRepository } from './message-templates.repository.ts'
import { type Claimed, messagesRepository, type Outcome } from './messages.repository.ts'
import { type Outgoing, ProviderProblem } from './provider.ts'
import type { Providers } from './providers.ts'
import { findReached, maskedRecipient, type Reached, type Recipient, toRecipient } from './recipients.ts'
import type { SendBudgets } from './send-budgets.ts'

/** Content of a message, sealed until it is sent or given up. */
export type Content = {
  to: Recipient
  onlyIfKnown: boolean
  /** In the language of the code. */
  values: Record<string, string>
  /** Those of them that are put into the recipient's language. */
  later?: Record<string, LaterText>
  /** Who reads it if the address is no longer theirs. */
  reader?: Owner | undefined
  /** That of a reader who has none set: of the call by which they caused the message themselves. */
  language?: string | undefined
}

/** Seconds to wait after each failed attempt; no retry after the last. */
const retryPauses = [5, 30, 120, 600]
const maxProblemLength = 300
const platform = { reach: 'platform' } as const

type Ports = {
  database: Database
  secrets: Secrets
  budgets: SendBudgets
  providers: Providers
  onError(error: unknown): void
}

/** Masks address and code in a provider's answer, which may repeat them, before it enters the send log. */
const maskProblem = (problem: string, { to, values }: Outgoing, target: string) => {
  const replacements = [[to, target] as const, ...(values.code ? [[values.code, '******'] as const] : [])]
  return replacements
    .reduce((text, [clear, hidden]) => text.replaceAll(clear, hidden), problem)
    .slice(0, maxProblemLength)
}

/** Creates the function that makes one delivery attempt: recipient, wording, provider and outcome. */
export const createDelivery = ({ database, secrets, budgets, providers, onError }: Ports) => {
  const isStale = ({ template, age }: Claimed, wait = 0) => template === 'code' && age + wait >= codeLifeSeconds

  /** Budgets that were not spent on request are spent at the first attempt. */
  const spendBudgets = async (
    { template, tries, companyId }: Claimed,
    { to }: Content,
    recipient: Recipient,
    channel: Channel,
  ) => {
    if (tries > 1) return
    if (template === 'code' && 'account' in to) await budgets.forTarget(recipient)
    if (template === 'notice') await budgets.forBulk(companyId, channel)
    else if (template !== 'code' && template !== 'test') await budgets.forNotice(companyId, channel)
  }

  /** Outcome of a failed attempt. A code that would arrive after its expiry is not retried. */
  const retryOrFail = (claimed: Claimed, result: { target: string; provider?: string; problem: string }): Outcome => {
    const wait = retryPauses[claimed.tries - 1]
    if (wait === undefined || isStale(claimed, wait)) return { state: 'failed', ...result }
    return { state: 'queued', wait, ...result }
  }

  const findLanguage = async (db: Db, { companyId }: Claimed, { reader, language }: Content, person = reader) =>
    (await (person ? languages.ofPerson(db, person) : languages.ofCompany(db, companyId))) ?? language ?? sourceLanguage

  const sendThroughProvider = async (
    claimed: Claimed,
    channel: Channel,
    { address, person }: Reached,
    content: Content,
  ): Promise<Outcome> => {
    const target = maskedRecipient(toRecipient(channel, address))
    const [wording, language] = await database.transact(platform, async (db) => [
      await messageTemplatesRepository.wording(db, claimed.template, channel),
      await findLanguage(db, claimed, content, person),
    ])
    const values = { ...content.values, ...content.later }
    const outgoing: Outgoing = {
      id: claimed.id,
      channel,
      to: address,
      ...runInLanguage(language, () => compose(claimed.template, channel, wording, values)),
    }
    const provider = await providers.of(channel)
    try {
      return { state: 'sent', target, provider: provider.name, receipt: await provider.send(outgoing) }
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      return retryOrFail(claimed, {
        target,
        provider: provider.name,
        problem: maskProblem(error.message, outgoing, target),
      })
    }
  }

  const attempt = async (claimed: Claimed, channel: Channel): Promise<Outcome> => {
    const { target } = claimed
    if (isStale(claimed)) return { state: 'dropped', target, problem: '验证码已过期，不再发送' }
    const content: Content = JSON.parse(secrets.unseal(claimed.content))
    const reached = await database.transact(platform, (db) => findReached(db, content, channel))
    if (reached === undefined) return { state: 'dropped', target, problem: '没有可接收的用户' }
    try {
      await spendBudgets(claimed, content, toRecipient(channel, reached.address), channel)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { state: 'dropped', target, problem: '超过发送上限，不再发送' }
    }
    return sendThroughProvider(claimed, channel, reached, content)
  }

  return async (claimed: Claimed, channel: Channel): Promise<void> => {
    const outcome = await attempt(claimed, channel).catch((error: unknown) => {
      onError(error)
      return retryOrFail(claimed, { target: claimed.target, problem: '发送时发生意外错误' })
    })
    await database.transact(platform, async (db) => {
      await messagesRepository.saveOutcome(db, claimed, outcome)
      if (outcome.state === 'queued') await fireTrigger(db, deliveryTrigger, outcome.wait)
    })
  }
}
