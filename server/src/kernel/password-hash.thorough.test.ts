import { expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './password-hash.ts'

it('compares for an unknown account again after the queue was full', { timeout: 180_000 }, async () => {
  const wave = Array.from({ length: 300 }, () => hashPassword('Wave#2026x').catch(() => undefined))
  await expect(passwordMatches(undefined, 'Wave#2026x')).rejects.toThrow()
  await Promise.all(wave)
  expect(await passwordMatches(undefined, 'Wave#2026x')).toBe(false)
})
