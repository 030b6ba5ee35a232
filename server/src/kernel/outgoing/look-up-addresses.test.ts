import { expect, it } from 'vitest'
import { lookUpAddresses } from './look-up-addresses.ts'

it('looks a name up once for all that ask at a time, in any case', async () => {
  const asked = Array.from({ length: 5 }, () => lookUpAddresses('localhost'))
  expect(new Set([...asked, lookUpAddresses('LOCALHOST.')]).size).toBe(1)
  expect(await asked[0]).toContain('127.0.0.1')
})

it('forgets what failed', async () => {
  const failed = lookUpAddresses('nothing.invalid')
  await expect(failed).rejects.toThrow()
  const next = lookUpAddresses('nothing.invalid')
  expect(next).not.toBe(failed)
  await expect(next).rejects.toThrow()
}, 30_000)
