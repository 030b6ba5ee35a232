import { openDatabase } from '@atrium/server/src/kernel/db/database.ts'
import type { FactoryContext } from '@atrium/server/test/factories.ts'
import pg from 'pg'
import type { startProduct } from './product.ts'
import { test } from './stage.ts'

export type Product = Awaited<ReturnType<typeof startProduct>>

/**
 * Test with a product of its own, which starts with the first test of a file.
 * @param toStage - adds to what factories need of it
 */
export const testWithOwnProduct = <S extends FactoryContext>(
  start: () => Promise<Product>,
  toStage: (context: FactoryContext, product: Product) => S,
) =>
  test.extend<object, { product: Product; stage: S }>({
    product: [
      // Playwright reads from the pattern what a fixture needs, and wants one.
      async ({ playwright: _playwright }, use) => {
        const product = await start()
        await use(product)
        await product.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    baseURL: async ({ product }, use) => use(product.url),
    stage: [
      async ({ product }, use) => {
        const owner = new pg.Pool({ connectionString: product.ownerUrl, max: 2 })
        const database = openDatabase(product.servingUrl, 2)
        await use(toStage({ database, sql: async (text, values) => (await owner.query(text, values)).rows }, product))
        await database.close()
        await owner.end()
      },
      { scope: 'worker' },
    ],
  })
