import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProduct } from './product.ts'

/** A folder with the language of tests, by which they see what is not translated. */
const makePseudoLanguage = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-languages-'))
  execFileSync(process.execPath, ['scripts/new-language.ts', 'xx', folder], {
    cwd: path.join(import.meta.dirname, '../..'),
  })
  return folder
}

/** Starts one product with its own database for the whole run; passes both to the tests by variables. */
const globalSetup = async () => {
  const languages = await makePseudoLanguage()
  const product = await startProduct({ OPEN_TARGET_NETWORKS: '127.0.0.1', LANGUAGES_DIR: languages })
  process.env.E2E_URL = product.url
  process.env.E2E_OWNER_URL = product.ownerUrl
  process.env.E2E_SERVING_URL = product.servingUrl
  process.env.E2E_SECRET_KEY = product.secretKey
  process.env.E2E_OUTBOX = product.outbox
  return async () => {
    await product.stop()
    await rm(languages, { recursive: true })
  }
}
export default globalSetup
