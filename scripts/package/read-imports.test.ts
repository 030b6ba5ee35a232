import { expect, it } from 'vitest'
import { readImports } from './read-imports.ts'

const read = (code: string) => {
  const { packages, computed } = readImports('sample.mjs', code)
  return { packages: [...packages].sort(), computed }
}

it('finds packages however they are imported, without Node’s modules and own files', () => {
  const code = `
    import a from 'a'
    export * from '@scope/b/deep/file.js'
    export { c } from 'c'
    const d = () => import('d')
    const e = require('e/package.json')
    const f = __require('f')
    const g = require$1.resolve('g')
    const h = createRequire(import.meta.url).resolve('h')
    import './own.js'; import fs from 'node:fs'; require('zlib'); require('../own.cjs')
    const text = "require('no')" // import('no')
    other.require('no'); resolve('no')
  `
  expect(read(code)).toEqual({ packages: ['@scope/b', 'a', 'c', 'd', 'e', 'f', 'g', 'h'], computed: [] })
})

it('names what is imported under a computed name', () => {
  expect(read('const load = (name) => import(name); require("./" + platform)')).toEqual({
    packages: [],
    computed: ['name', '"./" + platform'],
  })
})

it('says where in a bundle a computed name stands', () => {
  const code = `
// node_modules/first/index.js
const first = 1
// node_modules/second/lib.js
const load = (name) => import(name)`
  expect(read(code).computed).toEqual(['node_modules/second/lib.js: name'])
})
