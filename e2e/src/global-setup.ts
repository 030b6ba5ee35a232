import { startProduct } from './product.ts'

/** One product for the whole run, over a database of its own. The tests find both by these variables. */
const globalSetup = async () => {
  const product = await startProduct()
  process.env.E2E_URL = product.url
  process.env.E2E_OWNER_URL = product.ownerUrl
  process.env.E2E_SERVING_URL = product.servingUrl
  process.env.E2E_SECRET_KEY = product.secretKey
  process.env.E2E_OUTBOX = product.outbox
  return product.stop
}
export default globalSetup
