#!/usr/bin/env node
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode } from '../node-24.mjs'
import { endWithNpm, runTogether } from '../run-children.mjs'
import { SetUpError } from '../set-up.mjs'
import { words } from '../words.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const folder = process.cwd()
const require = createRequire(import.meta.url)

const kit = (...args) => [path.join(here, 'kit.js'), ...args]
const build = kit('build')
const built = (name, args) => [path.join(folder, 'dist/server/dist', `${name}.js`), ...args]
const ofPackage = (name, file) => path.join(path.dirname(require.resolve(`${name}/package.json`)), file)

/** Commands of an installation: lists of programs for Node, one after the other. */
const commands = {
  start: (args) => [build, built('main', args)],
  build: () => [build],
  test: (args) => [
    [ofPackage('typescript', 'bin/tsc'), '-p', '.'],
    [ofPackage('vitest', 'vitest.mjs'), 'run', ...args],
  ],
  'new-module': (args) => [kit('new-module', ...args)],
  new: (args) => [kit('new', ...args)],
  texts: (args) => [kit('texts', ...args)],
  atrium: (args) => [build, built('atrium', args)],
}

const environment = {
  NODE_COMPILE_CACHE: path.join(folder, '.cache', 'node'),
  ...process.env,
}

const main = async ([name = '', ...args]) => {
  const steps = Object.hasOwn(commands, name) ? commands[name](args) : undefined
  const names = Object.keys(commands).join('|')
  if (!steps) throw new SetUpError(words(`用法：atrium-kit ${names} [参数]`, `Usage: atrium-kit ${names} [options]`))
  const node = findNode(folder, (line) => console.log(line))
  for (const step of steps) {
    const code = await runTogether([{ file: node, args: step, cwd: folder, env: environment }])
    if (code !== 0) return code
  }
  return 0
}

endWithNpm()
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error instanceof SetUpError ? error.message : error)
    process.exitCode = 1
  },
)
