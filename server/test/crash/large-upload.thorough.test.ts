import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { openBucket } from '../../src/kernel/files/s3-client.ts'
import { repeatedBytes, uploadWithCuts } from '../cut-upload.ts'
import { buildTenant, buildUser } from '../factories.ts'
import { createTestApp, testSecretKey } from '../harness.ts'
import { hasSwift, startSwift } from '../swift.ts'
import { sessionHeaders } from '../tus-stage.ts'
import { type Product, startProduct } from './product.ts'

const megabyte = 1024 * 1024
const chunkSize = 16 * megabyte

/** Resident memory in bytes; 0 for a process that has ended. */
const residentBytes = ({ process }: Product): number => {
  if (process.exitCode !== null || process.signalCode !== null) return 0
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
const nodes: Product[] = []
afterAll(async () => {
  for (const { process, ended } of nodes) {
    process.kill('SIGKILL')
    await ended
  }
})
const startNode = async (environment: Record<string, string>): Promise<Product> => {
  const node = await startProduct(environment.DATA_DIR ?? '', await freePort(), environment)
  nodes.push(node)
  return node
}
const newFolder = () => mkdtemp(join(inject('folder'), 'large-'))

/** Where two nodes keep their files. */
const inCommonFolder = async () => {
  const folder = await newFolder()
  return [{ DATA_DIR: folder }, { DATA_DIR: folder }]
}
const inSwift = async () => {
  const bucket = await startSwift()
  await openBucket(bucket).createBucket()
  const variables = {
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY: bucket.accessKey,
    S3_SECRET_KEY: bucket.secretKey,
  }
  return [
    { DATA_DIR: await newFolder(), ...variables },
    { DATA_DIR: await newFolder(), ...variables },
  ]
}

const sendOverDyingNode = async (places: Record<string, string>[]) => {
  const app = await createTestApp({ process: ['api'] })
  const common = { DATABASE_URL: app.ownerUrl, SECRET_KEY: testSecretKey }
  const started: Product[] = []
  for (const place of places) started.push(await startNode({ ...place, ...common }))
  const [first, second] = started as [Product, Product]
  const user = await buildUser(app, {
    companyId: await buildTenant(app, '大公司'),
    permissions: ['sysUploads:list', 'sysUploads:upload'],
  })
  const headers = await sessionHeaders(app, user)
  const upload = (what: Omit<Parameters<typeof uploadWithCuts>[2], 'chunkSize'>) =>
    uploadWithCuts([first.url, second.url], headers, { chunkSize, ...what })
  const heldBytes = () => Math.max(...started.map(residentBytes))
  // What a smaller file takes at most, a large one may.
  const atRest = heldBytes()
  const most = atRest + (await upload({ megabytes: 512, heldBytes })).mostBytes
  const seen = await upload({
    megabytes: 2048,
    heldBytes: () => Math.max(0, heldBytes() - most),
    onMove: () => void first.process.kill('SIGKILL'),
  })
  await first.ended
  const { data } = await app.call(uploadsContract.get, { params: { id: seen.id } }, await app.signIn(user))
  return { ...seen, stored: data }
}

const arrivesOnce = (where: string, places: () => Promise<Record<string, string>[]>) => async () => {
  const { cuts, steps, stored, digest, size, mostBytes, served } = await sendOverDyingNode(await places())
  process.stdout.write(`${where}: at most ${Math.round(mostBytes / megabyte)} MB more than for a quarter of it\n`)
  expect([cuts, repeatedBytes(steps)]).toEqual([3, []])
  expect(served.every((requests) => requests > 10)).toBe(true)
  expect(stored).toMatchObject({ sha256: digest, size })
  expect(mostBytes).toBeLessThan(50 * megabyte)
}

describe('two gigabytes, cut three times, the second time by the death of their node,', { timeout: 900_000 }, () => {
  it('arrive once in a common folder', arrivesOnce('common folder', inCommonFolder))
  it.skipIf(!hasSwift)('arrive once in OpenStack Swift', arrivesOnce('OpenStack Swift', inSwift))
})
