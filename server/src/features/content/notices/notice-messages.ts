import { channels } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { enqueueJob } from '../../../kernel/jobs/enqueue-job.ts'
import { writtenIn } from '../../../kernel/texts/later-text.ts'
import type { Messages, MessageValues } from '../../communication/messages/index.ts'
import { receiptsRepository as repository } from './receipts.repository.ts'

/** People whose messages one transaction queues. */
const batch = 200
const work = z.object({
  noticeId: z.string(),
  /** That of the issue it belongs to: a notice that was withdrawn and issued again has another one. */
  askedRevision: z.int(),
  channels: z.array(z.enum(channels)),
  /** Only to people who have not read or confirmed it. */
  onlyWaiting: z.boolean(),
})
type Work = z.output<typeof work>
type Channel = Work['channels'][number]
type Contacts = Awaited<ReturnType<typeof repository.contacts>>[number]

/** Whether a person has the address that a channel needs. */
const isReachable = ({ hasPhone, hasMail }: Contacts, channel: Channel) => (channel === 'sms' ? hasPhone : hasMail)

type Said = Pick<
  NonNullable<Awaited<ReturnType<typeof repository.find>>>,
  'title' | 'summary' | 'language' | 'translations'
>
/** A part of a notice, for each who gets the message in their language. */
const inLanguages = (notice: Said, part: 'title' | 'summary') => {
  const others = Object.entries(notice.translations).map(([tag, text]) => [tag, text[part]] as const)
  return writtenIn(notice[part], { ...Object.fromEntries(others), [notice.language]: notice[part] })
}

/** Sends notices as messages: a job goes through the people they reach, however many. */
export const createNoticeMessages = ({ messages }: { messages: Messages }) => {
  const queueFor = async (db: Db, person: Contacts, asked: readonly Channel[], values: MessageValues) => {
    const { companyId, account } = person
    for (const channel of asked.filter((each) => isReachable(person, each)))
      await messages.enqueue(db, { companyId, channel, template: 'notice', to: { account }, values })
  }
  const job = defineJob<Work>({
    name: 'notices.send',
    data: work,
    reach: 'platform',
    concurrencyPerCompany: 1,
    async run({ data, companyId, checkpoint, transact }) {
      const sendBatch = (after: string | null) =>
        transact(async ({ db, save }) => {
          const notice = await repository.find(db, companyId, data.noticeId)
          // Withdrawn since, issued again, or deleted.
          if (!notice?.isPublished || notice.askedRevision !== data.askedRevision) return undefined
          const people = await repository.contacts(db, notice, data.onlyWaiting, after, batch)
          const values = { title: inLanguages(notice, 'title'), summary: inLanguages(notice, 'summary') }
          for (const person of people) await queueFor(db, person, data.channels, values)
          const last = people.at(-1)?.cursor
          if (last !== undefined) save(last)
          return people.length < batch ? undefined : last
        })
      for (let after = (checkpoint as string | null | undefined) ?? null; ; ) {
        const next = await sendBatch(after)
        if (next === undefined) break
        after = next
      }
      messages.wake()
    },
  })
  return {
    job,
    /** Queues the messages of a notice in the caller's transaction, to be sent at its start. */
    send: async (db: Db, companyId: string, asked: Work, delaySeconds = 0): Promise<void> => {
      if (asked.channels.length > 0) await enqueueJob(db, job, asked, { companyId, actor: null, delaySeconds })
    },
  }
}
export type NoticeMessages = ReturnType<typeof createNoticeMessages>
