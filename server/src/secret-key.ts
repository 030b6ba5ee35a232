import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './kernel/config.ts'

/**
 * The installation's secret key: from the environment, or generated on the first start and stored with owner-only
 * permissions.
 */
export const secretKeyOf = async ({ secretKey, dataDir }: Config): Promise<string> => {
  if (secretKey !== '') return secretKey
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // `wx` fails if the file exists, so that two concurrent starts end with the same key.
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(() => undefined)
  return (await readFile(file, 'utf8')).trim()
}
