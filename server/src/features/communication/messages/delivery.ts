import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { type Channel, codeLifeSeconds } from './builtin-templates.ts'
import { deliveryTrigger } from './delivery-trigger.ts'
import { messageTemplatesRepository } from './message-templates.repository.ts'
import { type Claimed, messagesRepository, type Outcome } from './messages.repository.ts'
import { type Outgoing, ProviderProblem } from './provider.ts'
import type { Providers } from './providers.ts'
import { findAddress, maskedRecipient, type Recipient, toRecipient } from './recipients.ts'
import type { SendBudgets } from './send-budgets.ts'
import { fillTemplate, listVariables } from './template-text.ts'

/** Content of a message, sealed until it is sent or given up. */
export type Content = { to: Recipient; onlyIfKnown: boolean; values: Record<string, string> }

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

  const sendThroughProvider = async (
    claimed: Claimed,
    channel: Channel,
    address: string,
    content: Content,
  ): Promise<Outcome> => {
    const target = maskedRecipient(toRecipient(channel, address))
    const { values } = content
    const wording = await database.transact(platform, (db) =>
      messageTemplatesRepository.wording(db, claimed.template, channel),
    )
    const outgoing: Outgoing = {
      id: claimed.id,
      channel,
      to: address,
      title: fillTemplate(wording.title, values),
      text: fillTemplate(wording.content, values),
      values,
      parameters: listVariables(wording.content).map((name) => [name, values[name] ?? '']),
      providerTemplate: wording.providerTemplate,
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
    if (isStale(claimed)) return { state: 'dropped', target, problem: t('验证码已过期，不再发送') }
    const content: Content = JSON.parse(secrets.unseal(claimed.content))
    const address = await database.transact(platform, (db) => findAddress(db, content, channel))
    if (address === undefined) return { state: 'dropped', target, problem: t('没有可接收的用户') }
    try {
      await spendBudgets(claimed, content, toRecipient(channel, address), channel)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { state: 'dropped', target, problem: t('超过发送上限，不再发送') }
    }
    return sendThroughProvider(claimed, channel, address, content)
  }

  return async (claimed: Claimed, channel: Channel): Promise<void> => {
    const outcome = await attempt(claimed, channel).catch((error: unknown) => {
      onError(error)
      return retryOrFail(claimed, { target: claimed.target, problem: t('发送时发生意外错误') })
    })
    await database.transact(platform, async (db) => {
      await messagesRepository.saveOutcome(db, claimed, outcome)
      if (outcome.state === 'queued') await fireTrigger(db, deliveryTrigger, outcome.wait)
    })
  }
}
