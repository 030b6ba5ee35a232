import { createMessages, type Messages } from '../src/features/communication/messages/index.ts'
import { createNoticeMessages } from '../src/features/content/notices/notice-messages.ts'
import { createSettings } from '../src/features/system/base-parameters/index.ts'
import type { Database } from '../src/kernel/db/database.ts'
import { createJobs } from '../src/kernel/jobs/jobs.ts'
import { createLimits } from '../src/kernel/limits.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import { nobody } from './nobody.ts'

type Options = { database: Database; platformCompany: string; secretKey: string; onQueued?: (count: number) => void }

/**
 * Starts a node that queues the messages of notices and delivers none. Takes called after each message with their
 * count.
 * @returns a function that stops it
 */
export const startSendingNode = ({ database, platformCompany, secretKey, onQueued = () => undefined }: Options) => {
  const onError = () => undefined
  const secrets = createSecrets(secretKey)
  const settings = createSettings(database, secrets)
  const limits = createLimits(database)
  const messages = createMessages({
    database,
    limits,
    secrets,
    settings,
    outboxFolder: '',
    wakeJob: () => undefined,
    onError,
  })
  let count = 0
  const enqueue: Messages['enqueue'] = async (db, message) => {
    await messages.enqueue(db, message)
    count += 1
    onQueued(count)
  }
  const { job } = createNoticeMessages({ messages: { ...messages, enqueue } })
  return createJobs({ database, platformCompany, findCaller: nobody, onError }, { superviseSeconds: 1 }).start(
    [job],
    true,
  )
}
