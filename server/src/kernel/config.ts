import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { account } from '@atrium/contract/kernel/account.ts'
import type { S3Bucket } from './files/s3-client.ts'

/** What a node may do: answer requests, hold event streams, work on jobs. */
export const processParts = ['api', 'events', 'jobs'] as const
export type ProcessPart = (typeof processParts)[number]

/** Configuration from the environment. Only this file reads it; each variable has a line in the README. */
export type Config = {
  production: boolean
  /** What this node does; all by default. */
  process: ReadonlySet<ProcessPart>
  /** Whether it ends when the process that started it does. */
  endWithParent: boolean
  host: string
  port: number
  metricsPort: number
  dataDir: string
  /** Empty: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string
  /** Whether that is meant; in production it must be said. */
  embedded: boolean
  /**
   * `host:port` of a transaction-mode pooler in front of that database; empty: none. Used by the serving login only.
   */
  databasePooler: string
  /** Public address of the console; empty: its listening address. Links are built from it, never from a request. */
  publicUrl: string
  trustedProxies: string[]
  /** `address` or `address:port` of the DNS servers that verify tenants' domains; empty: the system's. */
  dnsServers: string[]
  /** The bucket of uploaded files; undefined: they lie in `dataDir`. */
  s3: S3Bucket | undefined
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
  /** Fingerprint of a lost key, which this one replaces; empty: none. */
  secretKeyReplaces: string
  adminAccount: string
  adminPassword: string
  captcha: 'always' | 'risk' | 'off'
  logLevel: string
}

const readChoice = <const T extends string>(name: string, value: string, allowed: readonly T[]): T => {
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw new Error(`环境变量 ${name} 只能是 ${allowed.join('、')}，现在是“${value}”`)
  return found
}
const isYes = (name: string, value: string | undefined): boolean =>
  readChoice(name, value || 'no', ['yes', 'no']) === 'yes'
const readPort = (name: string, value: string): number => {
  const port = Number(value)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`环境变量 ${name} 不是有效的端口：“${value}”`)
  return port
}
const readHostAndPort = (name: string, value: string): string => {
  if (value === '' || /^[^\s/@]+:\d{1,5}$/.test(value)) return value
  throw new Error(`环境变量 ${name} 应写成 主机:端口，现在是“${value}”`)
}
const readAccount = (name: string, value: string): string => {
  const { data, error } = account.safeParse(value)
  if (data !== undefined) return data
  throw new Error(`环境变量 ${name} 不能用作账号：${error.issues[0]?.message}，现在是“${value}”`)
}
const splitList = (value: string) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

const readParts = (name: string, value: string): ReadonlySet<ProcessPart> => {
  const chosen = splitList(value)
  const found = processParts.filter((part) => chosen.includes(part))
  if (found.length === 0 || found.length < new Set(chosen).size)
    throw new Error(`环境变量 ${name} 只能由 ${processParts.join('、')} 组成，多个用逗号分隔，现在是“${value}”`)
  return new Set(found)
}

const readAddresses = (name: string, value: string): string[] => {
  const addresses = splitList(value)
  const wrong = addresses.find((each) => isIP(each) === 0 && isIP(each.replace(/^\[?([^\]]*)\]?:\d{1,5}$/, '$1')) === 0)
  if (wrong !== undefined) throw new Error(`环境变量 ${name} 应是 IP 地址或 地址:端口，现在是“${wrong}”`)
  return addresses
}

const readNetworks = (name: string, value: string): string[] => {
  const networks = splitList(value)
  const isNetwork = (each: string) => {
    const [address = '', prefix = '0', ...rest] = each.split('/')
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
  }
  const wrong = networks.find((each) => !isNetwork(each))
  if (wrong !== undefined) throw new Error(`环境变量 ${name} 应是 IP 地址或网段，现在是“${wrong}”`)
  return networks
}

/** All of the bucket's variables, or none. */
const readBucket = (env: NodeJS.ProcessEnv): S3Bucket | undefined => {
  const required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']
  const [endpoint = '', bucket = '', accessKey = '', secretKey = ''] = required.map((name) => env[name] ?? '')
  const missing = required.filter((name) => !env[name])
  if (missing.length === required.length) return undefined
  if (missing.length > 0) throw new Error(`使用 S3 存储时还须设置环境变量 ${missing.join('、')}`)
  if (!/^https?:\/\/[^/]/.test(endpoint) || !URL.canParse(endpoint))
    throw new Error(`环境变量 S3_ENDPOINT 应以 http:// 或 https:// 开头，现在是“${endpoint}”`)
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) throw new Error(`环境变量 S3_BUCKET 不是有效的桶名：“${bucket}”`)
  return { endpoint, bucket, accessKey, secretKey, region: env.S3_REGION || 'us-east-1' }
}
const readSocket = (name: string, value: string): string =>
  value.startsWith('/') ? value : readHostAndPort(name, value)
const readPublicKey = (name: string, value: string): string => {
  if (value === '' || /^[A-Za-z0-9+/]{43}=$/.test(value)) return value
  throw new Error(`环境变量 ${name} 应是 Base64 编码的 32 字节 Ed25519 公钥，现在是“${value}”`)
}

/**
 * Reads the configuration. Takes the environment and the product's root folder.
 * @throws an Error whose message is meant for the operator
 */
export const readConfig = (env: NodeJS.ProcessEnv, root: string): Config => {
  const port = readPort('PORT', env.PORT || '3000')
  return {
    production: env.NODE_ENV === 'production',
    process: readParts('PROCESS', env.PROCESS || processParts.join(',')),
    endWithParent: isYes('END_WITH_PARENT', env.END_WITH_PARENT),
    host: env.HOST || '127.0.0.1',
    port,
    metricsPort: readPort('METRICS_PORT', env.METRICS_PORT || String(port === 0 ? 0 : port + 1)),
    dataDir: resolve(root, env.DATA_DIR || 'data'),
    databaseUrl: env.DATABASE_URL ?? '',
    embedded: isYes('EMBEDDED', env.EMBEDDED),
    databasePooler: readHostAndPort('DATABASE_POOLER', env.DATABASE_POOLER ?? ''),
    publicUrl: (env.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    trustedProxies: splitList(env.TRUSTED_PROXIES ?? ''),
    dnsServers: readAddresses('DNS_SERVERS', env.DNS_SERVERS ?? ''),
    s3: readBucket(env),
    clamavSocket: readSocket('CLAMAV_SOCKET', env.CLAMAV_SOCKET ?? ''),
    areasPublicKey: readPublicKey('AREAS_PUBLIC_KEY', env.AREAS_PUBLIC_KEY ?? ''),
    openTargetNetworks: readNetworks('OPEN_TARGET_NETWORKS', env.OPEN_TARGET_NETWORKS ?? ''),
    redisUrl: env.REDIS_URL ?? '',
    secretKey: env.SECRET_KEY ?? '',
    secretKeyReplaces: env.SECRET_KEY_REPLACES ?? '',
    adminAccount: readAccount('ADMIN_ACCOUNT', env.ADMIN_ACCOUNT || 'admin'),
    adminPassword: env.ADMIN_PASSWORD ?? '',
    captcha: readChoice('CAPTCHA', env.CAPTCHA || 'risk', ['always', 'risk', 'off']),
    logLevel: readChoice('LOG_LEVEL', env.LOG_LEVEL || 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
  }
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
    faults.push('没有设置 DATABASE_URL；确实要用 DATA_DIR 里的内置 PostgreSQL，请设置 EMBEDDED=yes')
  if (config.databaseUrl && config.secretKey === '')
    faults.push('使用外部数据库时必须设置 SECRET_KEY（至少 32 个字符的随机串，各节点相同）')
  if (config.secretKey !== '' && (config.secretKey.length < 32 || weakSecrets.test(config.secretKey)))
    faults.push('SECRET_KEY 太短或是众所周知的值，请换成至少 32 个字符的随机串')
  if (config.adminPassword !== '' && (config.adminPassword.length < 8 || weakSecrets.test(config.adminPassword)))
    faults.push('ADMIN_PASSWORD 是弱口令，请更换，或留空由系统生成一次性密码')
  const wide = config.trustedProxies.find((each) => !isNarrow(each))
  if (wide !== undefined)
    faults.push(
      `TRUSTED_PROXIES 中的“${wide}”范围过大或无法识别，请写出代理的地址；网段最大为 IPv4 的 /8 或 IPv6 的 /32`,
    )
  if (config.publicUrl === '' || !/^https:\/\//.test(config.publicUrl))
    faults.push('PUBLIC_URL 必须设置为 https:// 开头的访问地址')
  return faults
}
