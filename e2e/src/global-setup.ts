import { startProduct } from './product.ts'
import { makePseudoLanguage } from './pseudo-language.ts'

/** Starts one product with its own database for the whole run; passes both to the tests by variables. */
const globalSetup = async () => {
  const languages = await makePseudoLanguage()
  const product = await startProduct({ OPEN_TARGET_NETWORKS: '127.0.0.1', LANGUAGES_DIR: languages.folder })
  process.env.E2E_URL = product.url
  process.env.E2E_OWNER_URL = product.ownerUrl
  process.env.E2E_SERVING_URL = product.servingUrl
  process.env.E2E_SECRET_KEY = product.secretKey
  process.env.E2E_OUTBOX = product.outbox
  return async () => {
    await product.stop()
    await languages.remove()
  }
}
export default globalSetup
