import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasClamd, startClamd } from '../../../../test/clamd.ts'
import { scanStream } from './clamd.ts'

const sought = 'a text that only this test contains: 7f1d2c'

describe.skipIf(!hasClamd)('clamd', () => {
  let socket: string
  beforeAll(async () => {
    socket = await startClamd(sought, 1_000_000)
  }, 60_000)
  const scan = (...chunks: Buffer[]) =>
    scanStream(
      socket,
      (async function* () {
        yield* chunks
      })(),
      AbortSignal.timeout(15_000),
    )

  it('finds nothing in bytes without the signature, however they are cut', async () => {
    expect(await scan(randomBytes(300_000), randomBytes(1), randomBytes(70_000))).toBe('')
    expect(await scan()).toBe('')
  })
  it('names what it finds, also across chunks', async () => {
    expect(await scan(Buffer.from(`before ${sought} behind`))).toBe('Atrium.Test.UNOFFICIAL')
    expect(await scan(Buffer.from(sought.slice(0, 9)), Buffer.from(sought.slice(9)))).toBe('Atrium.Test.UNOFFICIAL')
  })
  it('gives no verdict on what exceeds its limit', async () => {
    await expect(scan(randomBytes(900_000), randomBytes(900_000))).rejects.toThrow(/^clamd: .*size limit.* exceeded/)
  })
})
