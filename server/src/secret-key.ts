import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { type StoredFingerprint, withFingerprint } from './kernel/db/stored-fingerprint.ts'
import { keyFingerprint } from './kernel/secrets.ts'

type KeyConfig = Pick<Config, 'secretKey' | 'secretKeyReplaces' | 'dataDir'>
const toPath = ({ dataDir }: KeyConfig) => join(dataDir, 'secret.key')

/** The installation's secret key from the environment or the data folder; undefined if neither has one. */
export const readSecretKey = async (config: KeyConfig): Promise<string | undefined> => {
  if (config.secretKey !== '') return config.secretKey
  const stored = await readFile(toPath(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return stored?.trim() || undefined
}

/** Generates a key and stores it with owner-only permissions. */
const createSecretKey = async (config: KeyConfig): Promise<string> => {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64url')
  await writeFile(toPath(config), key, { mode: 0o600 })
  return key
}

const consequences =
  '用原密钥加密的内容（验证器、短信和邮件服务的口令、应用密钥等）将读不出来，须重新填写或绑定，所有用户须重新登录'
const missing = (fingerprint: string, config: KeyConfig) =>
  `没有 SECRET_KEY，${toPath(config)} 里也没有密钥，而数据库是用密钥 ${fingerprint} 写入的。请从备份恢复该文件，或设置原来的 SECRET_KEY。` +
  `原密钥确已丢失时，设置一个新的 SECRET_KEY 和 SECRET_KEY_REPLACES=${fingerprint} 再启动：${consequences}`
const different = (own: string, fingerprint: string, config: KeyConfig) =>
  `现在的密钥（${config.secretKey === '' ? toPath(config) : 'SECRET_KEY'}，指纹 ${own}）不是写入该数据库的密钥（指纹 ${fingerprint}）。` +
  `请换回原来的密钥；各节点的密钥必须相同。` +
  `原密钥确已丢失时，设置 SECRET_KEY_REPLACES=${fingerprint} 再启动，改用现在的密钥：${consequences}`

const settleKey = async ({ stored, store }: StoredFingerprint, config: KeyConfig): Promise<string> => {
  const found = await readSecretKey(config)
  if (stored !== undefined && found === undefined) throw new Error(missing(stored, config))
  const key = found ?? (await createSecretKey(config))
  const own = keyFingerprint(key)
  if (stored === own) return key
  if (stored !== undefined && stored !== config.secretKeyReplaces) throw new Error(different(own, stored, config))
  await store(own)
  return key
}

/**
 * The installation's secret key, generated on the first start. Takes the owner's address of a migrated database.
 * @throws an Error whose message is meant for the operator if the database was written with another key
 */
export const secretKeyFor = (config: KeyConfig, ownerUrl: string): Promise<string> =>
  withFingerprint(ownerUrl, (found) => settleKey(found, config))
