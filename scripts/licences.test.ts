import path from 'node:path'
import { expect, test } from 'vitest'
import { licenceFaults, readLicences } from './licences.ts'

const known = readLicences(path.join(import.meta.dirname, '..'))

test('accepts the licence of every dependency', () => {
  expect(known.length).toBeGreaterThan(100)
  expect(licenceFaults(known)).toEqual([])
})

test('rejects a licence outside the list, also as part of an AND expression', () => {
  const added = { name: 'a', version: '1.0.0', use: 'production' } as const
  expect(licenceFaults([...known, { ...added, licence: 'GPL-3.0-only' }])).toHaveLength(1)
  expect(licenceFaults([...known, { ...added, licence: 'MIT AND GPL-3.0-only' }])).toHaveLength(1)
  expect(licenceFaults([...known, { ...added, licence: 'MPL-2.0' }])).toHaveLength(1)
  expect(licenceFaults([...known, { ...added, licence: '' }])).toHaveLength(1)
  expect(licenceFaults([...known, { ...added, licence: 'MIT OR GPL-3.0-only' }])).toEqual([])
})
