import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config/config.ts'
import { freeBytes } from '../kernel/disk-space.ts'
import { openFileStore } from '../kernel/files/open-file-store.ts'
import { newCompanyId } from '../kernel/ids.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { type Finding, look } from './finding.ts'

const gigabyte = 1e9
/** Uploads, WAL of an embedded database and a night's backup need some room. */
const leastFree = gigabyte

const lookAtRedis = async (redisUrl: string) => {
  if (redisUrl === '') return tell('未使用')
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 5000, retryStrategy: () => null })
  const errors: Error[] = []
  redis.on('error', (error: Error) => errors.push(error))
  try {
    await redis.connect().catch((error: Error) => {
      // The first one says why.
      throw errors[0] ?? error
    })
    await redis.ping()
    return tell('可用', { context: 'doctor' })
  } finally {
    redis.disconnect()
  }
}

/** Stores a few bytes as an upload does, reads and removes them. Those of other companies and installations are not touched. */
const lookAtFiles = async ({ dataDir, s3 }: Config) => {
  const store = openFileStore(join(dataDir, 'files'), s3 && { bucket: s3, installation: 'atrium-doctor' })
  const bytes = randomBytes(32)
  const received = await store.receive([bytes])
  const key = { companyId: newCompanyId(), sha256: received.sha256 }
  try {
    await store.content.put(key.companyId, received)
    const found = await store.content.read(key)
    if (!found || !(await buffer(found)).equals(bytes)) throw new Error(tell('写入的内容读不回来'))
    return s3
      ? tell('桶 {bucket} 可读写', { bucket: s3.bucket })
      : tell('{dataDir} 可读写', { dataDir: join(dataDir, 'files') })
  } finally {
    await store.content.remove(key)
    await received.discard()
  }
}

const lookAtDisk = async (dataDir: string) => {
  const free = await freeBytes(dataDir)
  if (free === null) throw new Error(tell('没有目录 {dataDir}，请检查 DATA_DIR', { dataDir }))
  const shown = `${(free / gigabyte).toFixed(1)} GB`
  if (free < leastFree) throw new Error(tell('{dataDir} 所在磁盘仅剩 {shown}，请清理或扩容', { dataDir, shown }))
  return tell('{dataDir} 所在磁盘可用 {shown}', { dataDir, shown })
}

/** Looks at what lies outside the database. */
export const lookOutside = async (config: Config): Promise<Finding[]> => [
  await look('Redis', () => lookAtRedis(config.redisUrl), tell('请检查 REDIS_URL 和 Redis 是否在运行')),
  await look(
    tell('文件', { context: 'doctor' }),
    () => lookAtFiles(config),
    config.s3 ? tell('请检查 S3_ENDPOINT、桶名、密钥和权限') : tell('请检查目录的所有者和权限'),
  ),
  await look(tell('磁盘'), () => lookAtDisk(config.dataDir)),
]
