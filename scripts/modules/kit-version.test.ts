import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { assertKit } from './kit-version.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-kit-version-'))
afterAll(() => rmSync(folder, { recursive: true }))
const needs = (range: string) =>
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ peerDependencies: { '@atrium/kit': range } }))

it.each([
  ['^0.3.0', '0.3.0'],
  ['^0.3.0', '0.3.7'],
  ['^1.2.0', '1.10.0'],
  ['^1.2.3', '1.2.4'],
])('takes a module that needs %s with %s', (range, version) => {
  needs(range)
  assertKit('assets', folder, version)
})
it.each([
  ['^0.3.0', '0.4.0'],
  ['^0.3.2', '0.3.1'],
  ['^1.2.0', '1.1.9'],
  ['^1.2.0', '2.2.0'],
  ['^0.3.0', '1.3.0'],
])('refuses a module that needs %s with %s, by name', (range, version) => {
  needs(range)
  expect(() => assertKit('assets', folder, version)).toThrow(new RegExp(`assets.*${version.replaceAll('.', '\\.')}`))
})
it('says how a range is written', () => {
  needs('>=0.3')
  expect(() => assertKit('assets', folder, '0.3.0')).toThrow('^0.3.0')
})
