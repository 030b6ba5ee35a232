import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism, hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Login } from '../kernel/db/serving-login.ts'
import type { S3Bucket } from '../kernel/files/s3-client.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import { readers } from './kinds.ts'
import { nearNameFaults } from './near-names.ts'
import type { ProcessPart } from './process-parts.ts'
import { readSettings, type Setting } from './settings.ts'
import { type VariableName, variableOf, type variables } from './variables.ts'

/**
 * With fewer, that many slow statements would block all requests; more than two per processor gain nothing (decision
 * 71).
 */
const minConnections = 4

/** Where the texts of languages lie: those of the product, and the operator's. */
export const textFolders = ({ LANGUAGES_DIR }: NodeJS.ProcessEnv, root: string): string[] => [
  resolve(root, 'texts'),
  ...(LANGUAGES_DIR ? [resolve(root, LANGUAGES_DIR)] : []),
]

/** The build of an installation with modules is replaced as a whole: data lie beside it. */
const dataRoot = (root: string): string => (existsSync(join(root, 'modules.json')) ? dirname(root) : root)

/** Configuration from the environment, whose variables are listed in `config/variables.ts` alone. */
export type Config = {
  production: boolean
  /** What this node does; all by default. */
  process: ReadonlySet<ProcessPart>
  /** Names it in its log and metrics. */
  nodeName: string
  /** Whether it ends when the process that started it does. */
  endWithParent: boolean
  host: string
  port: number
  metricsPort: number
  metricsHost: string
  dataDir: string
  /** Empty: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string
  /** Whether that is meant; in production it must be said. */
  embedded: boolean
  /**
   * `host:port` of a transaction-mode pooler in front of that database; empty: none. Used by the serving login only.
   */
  databasePooler: string
  /** The serving login if the operator has created it; undefined: the product creates it. */
  servingLogin: Login | undefined
  /** Most connections of the serving login. */
  poolSize: number
  /** Public address of the console; empty: its listening address. Links are built from it, never from a request. */
  publicUrl: string
  trustedProxies: string[]
  /** `address` or `address:port` of the DNS servers that verify tenants' domains; empty: the system's. */
  dnsServers: string[]
  /** Folders of further languages, or of texts that overrule the product's. */
  languageFolders: string[]
  /** The bucket of uploaded files; undefined: they lie in `dataDir`. */
  s3: S3Bucket | undefined
  /** The S3 store of backups, without its bucket; undefined: none. */
  backupStore: Omit<S3Bucket, 'bucket'> | undefined
  /** Socket of a ClamAV daemon that scans uploaded files: a path or `host:port`; empty: they are not scanned. */
  clamavSocket: string
  /** Raw Ed25519 public key of the publisher of areas, as base64; empty: areas are updated by releases alone. */
  areasPublicKey: string
  /** Networks to which calls of open APIs may be forwarded, beside public addresses. */
  openTargetNetworks: string[]
  /** Empty: nodes do not notify each other and see changes when their caches expire, within a second. */
  redisUrl: string
  /** Empty: generated on the first start and stored in `dataDir`. */
  secretKey: string
  /** The key that this one takes the place of, until all is sealed under this one; empty: none. */
  previousSecretKey: string
  /** Fingerprint of a lost key, which this one replaces; empty: none. */
  secretKeyReplaces: string
  adminAccount: string
  adminPassword: string
  captcha: 'always' | 'risk' | 'off'
  logLevel: string
  /** Whether each answer is a line of the log. */
  accessLog: boolean
}

/** The values of all variables, each as its kind reads it. */
type Values = {
  [Name in VariableName]: (typeof variables)[Name] extends { choices: readonly (infer Choice)[] }
    ? Choice
    : ReturnType<(typeof readers)[(typeof variables)[Name]['kind']]>
}

/** All of the bucket's variables, or none. */
const readBucket = (values: Values): S3Bucket | undefined => {
  const required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const
  const [endpoint = '', bucket = '', accessKey = '', secretKey = ''] = required.map((name) => values[name])
  const missing = required.filter((name) => values[name] === '')
  if (missing.length === required.length) return undefined
  if (missing.length > 0)
    throw new Error(tell('使用 S3 存储时还须设置环境变量 {missing}', { missing: joinTold(missing, '、') }))
  if (!/^https?:\/\/[^/]/.test(endpoint) || !URL.canParse(endpoint))
    throw new Error(tell('环境变量 S3_ENDPOINT 应以 http:// 或 https:// 开头，现在是“{endpoint}”', { endpoint }))
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket))
    throw new Error(tell('环境变量 S3_BUCKET 不是有效的桶名：“{bucket}”', { bucket }))
  return { endpoint, bucket, accessKey, secretKey, region: values.S3_REGION }
}

/** The store of backups is that of files, unless it has an address and credentials of its own. */
const readBackupStore = (values: Values, files: S3Bucket | undefined): Config['backupStore'] => {
  const names = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'] as const
  const [endpoint = '', accessKey = '', secretKey = ''] = names.map((name) => values[name])
  const missing = names.filter((name) => values[name] === '')
  if (missing.length === names.length) return files
  if (missing.length > 0)
    throw new Error(tell('备份到单独的 S3 存储时还须设置环境变量 {missing}', { missing: joinTold(missing, '、') }))
  if (!/^https?:\/\/[^/]/.test(endpoint) || !URL.canParse(endpoint))
    throw new Error(tell('环境变量 BACKUP_S3_ENDPOINT 应以 http:// 或 https:// 开头，现在是“{endpoint}”', { endpoint }))
  return { endpoint, accessKey, secretKey, region: values.BACKUP_S3_REGION || values.S3_REGION }
}

const readServingLogin = (values: Values): Login | undefined => {
  const { SERVING_LOGIN: name, SERVING_PASSWORD: password } = values
  if ((name === '') !== (password === ''))
    throw new Error(tell('环境变量 SERVING_LOGIN 和 SERVING_PASSWORD 须同时设置'))
  return name === '' ? undefined : { name, password }
}

const toConfig = (values: Values, s3: S3Bucket | undefined, root: string): Config => ({
  production: values.NODE_ENV === 'production',
  process: values.PROCESS,
  nodeName: values.NODE_NAME || hostname(),
  endWithParent: values.END_WITH_PARENT,
  host: values.HOST,
  port: values.PORT,
  metricsPort: values.METRICS_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 1),
  metricsHost: values.METRICS_HOST,
  dataDir: resolve(dataRoot(root), values.DATA_DIR),
  databaseUrl: values.DATABASE_URL,
  embedded: values.EMBEDDED,
  databasePooler: values.DATABASE_POOLER,
  servingLogin: readServingLogin(values),
  poolSize: values.POOL_SIZE ?? Math.max(minConnections, 2 * availableParallelism()),
  publicUrl: values.PUBLIC_URL,
  trustedProxies: values.TRUSTED_PROXIES,
  dnsServers: values.DNS_SERVERS,
  languageFolders: values.LANGUAGES_DIR === '' ? [] : [resolve(root, values.LANGUAGES_DIR)],
  s3,
  backupStore: readBackupStore(values, s3),
  clamavSocket: values.CLAMAV_SOCKET,
  areasPublicKey: values.AREAS_PUBLIC_KEY,
  openTargetNetworks: values.OPEN_TARGET_NETWORKS,
  redisUrl: values.REDIS_URL,
  secretKey: values.SECRET_KEY,
  previousSecretKey: values.SECRET_KEY_PREVIOUS,
  secretKeyReplaces: values.SECRET_KEY_REPLACES,
  adminAccount: values.ADMIN_ACCOUNT,
  adminPassword: values.ADMIN_PASSWORD,
  captcha: values.CAPTCHA,
  logLevel: values.LOG_LEVEL,
  accessLog: values.ACCESS_LOG,
})

/** Where each value comes from, and the configuration unless something is wrong: then one message for each fault. */
export type ReadConfig = { settings: Setting[]; config: Config | undefined; faults: string[] }

/** Reads the configuration with all its faults. Takes the environment and the product's root folder. */
export const inspectConfig = (env: NodeJS.ProcessEnv, root: string): ReadConfig => {
  const { settings, faults: unreadable } = readSettings(env)
  const faults = [...unreadable, ...nearNameFaults(env)]
  const collect = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  const read = settings.map(({ name, value }) => {
    const { kind, choices = [] } = variableOf(name)
    return [name, collect(() => readers[kind](name, value, choices))] as const
  })
  if (faults.length > 0) return { settings, config: undefined, faults }
  const values = Object.fromEntries(read) as Values
  if (values.SECRET_KEY_PREVIOUS !== '' && values.SECRET_KEY_PREVIOUS === values.SECRET_KEY)
    faults.push(tell('SECRET_KEY_PREVIOUS 与 SECRET_KEY 相同，请在 SECRET_KEY 中给出新密钥'))
  const config = collect(() => toConfig(values, readBucket(values), root))
  return { settings, config, faults: config ? productionFaults(config) : faults }
}

/**
 * Reads the configuration. Takes the environment and the product's root folder.
 * @throws an Error whose message is meant for the operator, with all that is wrong
 */
export const readConfig = (env: NodeJS.ProcessEnv, root: string): Config => {
  const { config, faults } = inspectConfig(env, root)
  if (config === undefined) throw new Error(faults.join('\n'))
  return config
}

const weakSecrets = /^(secret|changeme|password|atrium|admin|test|0123456789|123456|abcdef)/i

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])
const netmask = (mask: string) =>
  mask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0)
/**
 * Shortest trusted prefix, the size of one operator's network: an IPv4 /8, a provider's IPv6 /32; all of IPv6's private
 * ranges.
 */
const shortestPrefix = (address: string): number => {
  if (isIP(address) === 4) return 8
  // IPv4-mapped IPv6 (::ffff:0:0/96) and the ranges that contain it.
  if (/^0*:/.test(address)) return 96 + 8
  return /^f[cde]/i.test(address) ? 7 : 32
}
const isNarrow = (network: string): boolean => {
  const [address = '', size] = network.split('/')
  if (isIP(address) === 0) return namedNetworks.has(network)
  if (size === undefined) return true
  const prefix = isIP(size) === 4 ? netmask(size) : Number(size)
  return prefix >= shortestPrefix(address)
}

/**
 * Faults that prevent a production start, one message each; empty if there are none. The serving role's own privileges
 * are checked on connecting.
 */
export const productionFaults = (config: Config): string[] => {
  if (!config.production) return []
  const faults: string[] = []
  if (config.databaseUrl === '' && !config.embedded)
    faults.push(tell('没有设置 DATABASE_URL；确实要用 DATA_DIR 里的内置 PostgreSQL，请设置 EMBEDDED=yes'))
  if (config.databaseUrl && config.secretKey === '')
    faults.push(tell('使用外部数据库时必须设置 SECRET_KEY（至少 32 个字符的随机串，各节点相同）'))
  if (config.secretKey !== '' && (config.secretKey.length < 32 || weakSecrets.test(config.secretKey)))
    faults.push(tell('SECRET_KEY 太短或是众所周知的值，请换成至少 32 个字符的随机串'))
  if (config.adminPassword !== '' && (config.adminPassword.length < 8 || weakSecrets.test(config.adminPassword)))
    faults.push(tell('ADMIN_PASSWORD 是弱口令，请更换，或留空由系统生成一次性密码'))
  const wide = config.trustedProxies.find((each) => !isNarrow(each))
  if (wide !== undefined)
    faults.push(
      tell('TRUSTED_PROXIES 中的“{wide}”范围过大或无法识别，请写出代理的地址；网段最大为 IPv4 的 /8 或 IPv6 的 /32', {
        wide,
      }),
    )
  if (config.publicUrl === '' || !/^https:\/\//.test(config.publicUrl))
    faults.push(tell('PUBLIC_URL 必须设置为 https:// 开头的访问地址'))
  return faults
}
