import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import type { KeyRotation } from './kernel/db/key-rotations.ts'
import { type StoredKeys, withStoredKeys } from './kernel/db/stored-keys.ts'
import { createSecrets, type Keyring, keyFingerprint } from './kernel/secrets.ts'
import { tell } from './kernel/texts/operator-language.ts'

export type KeyConfig = Pick<Config, 'secretKey' | 'secretKeyReplaces' | 'previousSecretKey' | 'dataDir'>
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
  tell(
    '没有 SECRET_KEY，{path} 里也没有密钥，而数据库是用密钥 {fingerprint} 写入的。请从备份恢复该文件，或设置原来的 SECRET_KEY。',
    { path: toPath(config), fingerprint },
  ) +
  tell('原密钥确已丢失时，设置一个新的 SECRET_KEY 和 SECRET_KEY_REPLACES={fingerprint} 再启动：{consequences}', {
    fingerprint,
    consequences: tell(consequences),
  })
const different = (own: string, fingerprint: string, config: KeyConfig) =>
  tell('现在的密钥（{source}，指纹 {own}）不是写入该数据库的密钥（指纹 {fingerprint}）。', {
    source: config.secretKey === '' ? toPath(config) : 'SECRET_KEY',
    own,
    fingerprint,
  }) +
  tell('请换回原来的密钥；各节点的密钥必须相同。原密钥仍在手时，用 SECRET_KEY_PREVIOUS 给出即可轮换。') +
  tell('原密钥确已丢失时，设置 SECRET_KEY_REPLACES={fingerprint} 再启动，改用现在的密钥：{consequences}', {
    fingerprint,
    consequences: tell(consequences),
  })
/** Why a node with an old key alone does not run. */
export const replacedKey = (own: string, present: string) =>
  tell('密钥 {own} 已被密钥 {present} 取代，请把 SECRET_KEY 改为新密钥', { own, present })
const unfinished = ({ replaced, next }: KeyRotation) =>
  tell(
    '从密钥 {replaced} 到 {next} 的轮换尚未完成，须同时用 SECRET_KEY_PREVIOUS 给出原密钥；atrium key status 显示还剩多少',
    { replaced, next },
  )
const ready = '新旧密钥均已载入，现在仍用原密钥写入；所有节点都以两把密钥启动后，运行 atrium key rotate 开始轮换'
const needless = 'SECRET_KEY_PREVIOUS 已不需要，不予使用，请移除'

export type InstallationKeys = {
  keyring: Keyring
  /** What the operator should know of them. */
  notes: readonly string[]
}

const createKeyring = (key: string, previous: string, rotations: readonly KeyRotation[]): Keyring => {
  const replaced = previous || undefined
  const { sealAgain, unseal } = createSecrets(key, { replaced })
  // A key that was replaced as lost has taken what was sealed under it along.
  const readable = rotations.filter(({ sealedSigningKey }) => sealAgain(sealedSigningKey).state !== 'lost')
  const retired = readable.map(({ sealedSigningKey }) => Buffer.from(unseal(sealedSigningKey), 'base64'))
  return createSecrets(key, { replaced, retired })
}

const settleKeys = async (found: StoredKeys, config: KeyConfig): Promise<InstallationKeys> => {
  const { stored, rotations } = found
  const own = await readSecretKey(config)
  if (stored !== undefined && own === undefined) throw new Error(missing(stored, config))
  const key = own ?? (await createSecretKey(config))
  const fingerprint = keyFingerprint(key)
  const { previousSecretKey: previous } = config
  const previousFingerprint = previous === '' ? undefined : keyFingerprint(previous)
  if (stored === fingerprint) {
    const underWay = rotations.find(({ next, finishedAt }) => next === fingerprint && finishedAt === null)
    if (underWay && underWay.replaced !== previousFingerprint) throw new Error(unfinished(underWay))
    const keyring = createKeyring(key, underWay ? previous : '', rotations)
    return { keyring, notes: underWay || previous === '' ? [] : [tell(needless)] }
  }
  if (stored !== undefined && stored === previousFingerprint) {
    const keyring = createKeyring(key, previous, rotations)
    keyring.turnTo(stored)
    return { keyring, notes: [tell(ready)] }
  }
  if (stored !== undefined && stored !== config.secretKeyReplaces) {
    const isOld = rotations.some(({ replaced }) => replaced === fingerprint)
    throw new Error(isOld ? replacedKey(fingerprint, stored) : different(fingerprint, stored, config))
  }
  await found.store(fingerprint)
  return { keyring: createKeyring(key, '', rotations), notes: previous === '' ? [] : [tell(needless)] }
}

/**
 * The installation's secret keys; the first is generated on the first start. Takes the owner's address of a migrated
 * database.
 * @throws an Error whose message is meant for the operator if the database was written with another key
 */
export const secretKeysFor = (config: KeyConfig, ownerUrl: string): Promise<InstallationKeys> =>
  withStoredKeys(ownerUrl, (found) => settleKeys(found, config))
