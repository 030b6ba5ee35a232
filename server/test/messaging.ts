import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuiltinCode } from '@atrium/contract/features/system/base-parameters/builtin-parameters.ts'
import { inject, vi } from 'vitest'
import { createCodes, createMessages } from '../src/features/communication/messages/index.ts'
import { createSettings } from '../src/features/system/base-parameters/index.ts'
import { createJobs } from '../src/kernel/jobs/jobs.ts'
import { createLimits } from '../src/kernel/limits.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import { afterFile } from './after-file.ts'
import { readPlatformCompany } from './factories.ts'
import type { SentMessage } from './harness.ts'
import { nobody } from './nobody.ts'
import { createTestDatabase } from './test-database.ts'

/**
 * Repeats until nothing is thrown, since delivery runs beside the test.
 * @returns the result
 */
export const eventually = <T>(ask: () => Promise<T>): Promise<T> => vi.waitFor(ask, { timeout: 10_000, interval: 20 })

/** Nodes that deliver messages, with their own database and outbox. `start` starts a node. */
export const createMessaging = async () => {
  const stage = await createTestDatabase()
  const { database, sql } = stage
  const platformCompany = await readPlatformCompany(stage)
  const outboxFolder = await mkdtemp(join(inject('folder'), 'outbox-'))
  const secrets = createSecrets('a secret key for tests only, 32 characters')
  const limits = createLimits(database)
  const errors: unknown[] = []
  const stops: (() => Promise<void>)[] = []

  const node = () => {
    const settings = createSettings(database, secrets)
    const onError = (error: unknown) => void errors.push(error)
    const jobs = createJobs({ database, platformCompany, findCaller: nobody, onError })
    const messages = createMessages({ database, limits, secrets, settings, outboxFolder, wakeJob: jobs.wake, onError })
    const codes = createCodes({ database, limits, secrets, settings, messages, platformCompany })
    const start = async () => void stops.push(await jobs.start([messages.trigger], true))
    return { settings, messages, codes, start }
  }
  const first = node()
  afterFile(async () => {
    await Promise.all(stops.map((stop) => stop()))
  })

  return {
    ...stage,
    ...first,
    platformCompany,
    /** Errors of the delivery. */
    errors,
    /** Creates another node over the same database and outbox. */
    node,
    async outbox(): Promise<SentMessage[]> {
      const files = (await readdir(outboxFolder)).filter((name) => name.endsWith('.json')).sort()
      return Promise.all(files.map(async (name) => JSON.parse(await readFile(join(outboxFolder, name), 'utf8'))))
    },
    async set(code: BuiltinCode, value: string | number | boolean) {
      await sql('update base_parameters set value = $2::jsonb where code = $1', [code, JSON.stringify(value)])
      first.settings.forget()
    },
    setSecret: async (code: BuiltinCode, value: string) =>
      void (await sql('update base_parameters set value = $2::jsonb where code = $1', [
        code,
        JSON.stringify(secrets.seal(value)),
      ])),
    rows: () => sql('select * from messages order by created_at, id'),
  }
}
export type Messaging = Awaited<ReturnType<typeof createMessaging>>
