import { expect, it } from 'vitest'
import { createSharedReading } from './shared-reading.ts'

const long = { everyMs: 60_000, patienceMs: 60_000 }

it('reads once for all who ask meanwhile and soon after', async () => {
  let readings = 0
  const read = createSharedReading(async () => {
    readings += 1
    return readings
  }, long)
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  expect(await read()).toBe(1)
})

it('reads again once what it has read is old', async () => {
  let readings = 0
  const read = createSharedReading(async () => ++readings, { ...long, everyMs: 0 })
  expect([await read(), await read()]).toEqual([1, 2])
})

it('does not keep a failure', async () => {
  let readings = 0
  const read = createSharedReading(async () => {
    readings += 1
    if (readings === 1) throw new Error('away')
    return readings
  }, long)
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe(2)
})

it('does not wait for a reading that takes too long, nor begins another', async () => {
  let readings = 0
  const { promise, resolve } = Promise.withResolvers<string>()
  const read = createSharedReading(
    () => {
      readings += 1
      return promise
    },
    { ...long, patienceMs: 1 },
  )
  await expect(read()).rejects.toThrow('too long')
  await expect(read()).rejects.toThrow('too long')
  resolve('there')
  expect(await read()).toBe('there')
  expect(readings).toBe(1)
})
