import path from 'node:path'
import type { FactoryContext } from '@atrium/server/test/factories.ts'
import type { TestApp } from '@atrium/server/test/harness.ts'
import { type Product, testWithOwnProduct } from './own-product.ts'
import { startProduct } from './product.ts'
import { createSender, type Send } from './script-sender.ts'

/** A product whose texts are hostile: what factories and samples need of an app, and a way to call it. */
export type ScriptStage = FactoryContext & { app: TestApp; send: Send }

const toStage = (context: FactoryContext, product: Product): ScriptStage => {
  const { send, signIn } = createSender(product.url)
  // All that factories and samples take of an app.
  const parts: Pick<TestApp, 'sql' | 'database' | 'fileFolder' | 'signIn'> = {
    ...context,
    signIn,
    fileFolder: path.join(product.folder, 'files'),
  }
  return { ...context, app: parts as TestApp, send }
}

/** Test with a product of its own, which hostile texts may fill. */
export const test = testWithOwnProduct(() => startProduct({ TRUSTED_PROXIES: '127.0.0.1' }), toStage)
