import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { shippedPackages } from './contents.ts'
import { type LockFile, listShippedPackages } from './shipped-packages.ts'

const root = path.join(import.meta.dirname, '../..')
const installed = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as LockFile

describe('what a package holds beside the bundle', () => {
  it('follows what code names, even where no package.json declares it', () => {
    expect(shippedPackages(root, installed, 'x64', ['ip2region'])).toEqual([
      'node_modules/debug',
      'node_modules/has-flag',
      'node_modules/ip2region',
      'node_modules/ms',
      'node_modules/supports-color',
    ])
  })

  it.each(['x64', 'arm64'] as const)('takes the binaries of %s alone', (cpu) => {
    const packages = {
      'node_modules/picture': {
        optionalDependencies: { 'picture-x64': '1', 'picture-arm64': '1', 'picture-musl': '1' },
      },
      'node_modules/picture-x64': { optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      'node_modules/picture-arm64': { optional: true, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
      'node_modules/picture-musl': { optional: true, os: ['linux'], cpu: ['x64', 'arm64'], libc: ['musl'] },
      'node_modules/picture-wasm': { optional: true },
    }
    const names: Record<string, string[]> = { 'node_modules/picture': ['picture-wasm', 'not-installed'] }
    expect(listShippedPackages({ packages }, cpu, ['picture'], (place) => names[place] ?? [])).toEqual(
      ['node_modules/picture', `node_modules/picture-${cpu}`].sort(),
    )
  })

  it('takes the version that Node finds from where it is named', () => {
    const packages = {
      'node_modules/outer': { version: '1' },
      'node_modules/outer/node_modules/inner': { version: '2' },
      'node_modules/inner': { version: '1' },
    }
    const names: Record<string, string[]> = { 'node_modules/outer': ['inner'] }
    expect(listShippedPackages({ packages }, 'x64', ['outer'], (place) => names[place] ?? [])).toEqual([
      'node_modules/outer',
      'node_modules/outer/node_modules/inner',
    ])
  })
})
