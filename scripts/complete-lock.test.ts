import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { missingPlatformPackages } from './complete-lock.ts'

test('the lock file holds every platform package, so that npm ci accepts it (else: node scripts/complete-lock.ts)', () => {
  const lock = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'))
  expect(Object.keys(missingPlatformPackages(lock))).toEqual([])
})

test('describes a missing platform package from its name', () => {
  const packages = { 'node_modules/tool': { optionalDependencies: { '@tool/cli-linux-x64-musl': '1.2.3' } } }
  expect(missingPlatformPackages({ packages })).toEqual({
    'node_modules/@tool/cli-linux-x64-musl': {
      version: '1.2.3',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
  })
})
