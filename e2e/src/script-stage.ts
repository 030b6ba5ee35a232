import path from 'node:path'
import { openDatabase } from '@atrium/server/src/kernel/db/database.ts'
import type { FactoryContext } from '@atrium/server/test/factories.ts'
import type { TestApp } from '@atrium/server/test/harness.ts'
import pg from 'pg'
import { startProduct } from './product.ts'
import { createSender, type Send } from './script-sender.ts'
import { test as stageTest } from './stage.ts'

/** A product whose texts are hostile: what factories and samples need of an app, and a way to call it. */
export type ScriptStage = FactoryContext & { app: TestApp; send: Send }

const openStage = (product: Awaited<ReturnType<typeof startProduct>>) => {
  const owner = new pg.Pool({ connectionString: product.ownerUrl, max: 2 })
  const database = openDatabase(product.servingUrl, 2)
  const sql: FactoryContext['sql'] = async (text, values) => (await owner.query(text, values)).rows
  const { send, signIn } = createSender(product.url)
  // All that factories and samples take of an app.
  const parts: Pick<TestApp, 'sql' | 'database' | 'fileFolder' | 'signIn'> = {
    sql,
    database,
    signIn,
    fileFolder: path.join(product.folder, 'files'),
  }
  const close = async () => {
    await database.close()
    await owner.end()
  }
  return { stage: { sql, database, app: parts as TestApp, send } satisfies ScriptStage, close }
}

/** Test with a product of its own, which hostile texts may fill. */
export const test = stageTest.extend<object, { product: Awaited<ReturnType<typeof startProduct>>; stage: ScriptStage }>(
  {
    product: [
      // Playwright reads from the pattern what a fixture needs, and wants one.
      async ({ playwright: _playwright }, use) => {
        const product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1' })
        await use(product)
        await product.stop()
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ product }, use) => use(product.url),
    stage: [
      async ({ product }, use) => {
        const { stage, close } = openStage(product)
        await use(stage)
        await close()
      },
      { scope: 'worker' },
    ],
  },
)
