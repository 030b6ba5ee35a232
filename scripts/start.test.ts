import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const kept = ['package.json', 'scripts/start.sh', 'scripts/print-node.mjs', 'scripts/node-24.mjs', 'scripts/set-up.mjs']
const more = ['scripts/set-up-lock.mjs', 'scripts/run-children.mjs', 'scripts/words.mjs', 'server/src/parent-exit.ts']

/** Says who it is, ends with its parent on demand, and waits. */
const server = `
import { writeFileSync } from 'node:fs'
import { onParentExit } from '../src/parent-exit.ts'
const { pid, ppid, argv, env } = process
if (env.END_WITH_PARENT === 'yes') onParentExit(() => process.exit())
process.on('SIGTERM', () => process.exit(7))
setInterval(() => undefined, 1000)
writeFileSync('server.json', JSON.stringify({ pid, ppid, args: argv.slice(2), cache: env.NODE_COMPILE_CACHE }))
`
const build = `
import { writeFileSync } from 'node:fs'
import { endWithNpm } from './run-children.mjs'
endWithNpm()
writeFileSync('build.json', JSON.stringify({ pid: process.pid, ppid: process.ppid }))
setTimeout(() => undefined, Number(process.env.BUILD_MS ?? 0))
`

let folder: string
/** A product whose build and server are stand-ins. */
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atrium-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of [...kept, ...more]) cpSync(path.join(root, file), path.join(folder, file))
  mkdirSync(path.join(folder, 'server/dist'))
  writeFileSync(path.join(folder, 'server/dist/main.js'), server)
  writeFileSync(path.join(folder, 'scripts/run.mjs'), build)
})

const startNpm = (env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const nodeFolder = path.dirname(process.execPath)
  const paths = `${nodeFolder}${path.delimiter}${process.env.PATH}`
  const npm = spawn('npm', ['start', '--silent', '--', '--flag', 'a b'], {
    cwd: folder,
    env: { ...process.env, PATH: paths, NODE_COMPILE_CACHE: '', ...env },
    stdio: 'ignore',
  })
  onTestFinished(() => void npm.kill('SIGKILL'))
  return npm
}
type Written = { pid: number; ppid: number; args: string[]; cache: string }
const read = async (name: string): Promise<Written> => {
  const file = path.join(folder, name)
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20)
  return JSON.parse(readFileSync(file, 'utf8'))
}
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const ends = async (pid: number) => {
  while (isRunning(pid)) await sleep(20)
}

it('leaves nothing between npm and the server', async () => {
  const npm = startNpm()
  const { ppid, args, cache } = await read('server.json')
  expect({ ppid, args }).toEqual({ ppid: npm.pid, args: ['--flag', 'a b'] })
  expect(cache).toBe(path.join(folder, '.cache/node'))
})

it('passes a signal to the server, and its exit code back', async () => {
  const npm = startNpm()
  const { pid } = await read('server.json')
  npm.kill('SIGTERM')
  expect(await once(npm, 'exit')).toEqual([7, null])
  expect(isRunning(pid)).toBe(false)
})

it('ends the server with an npm that is killed', async () => {
  const npm = startNpm()
  const { pid } = await read('server.json')
  npm.kill('SIGKILL')
  await ends(pid)
})

it('ends a build with npm', async () => {
  const npm = startNpm({ BUILD_MS: '60000' })
  const { pid } = await read('build.json')
  npm.kill('SIGTERM')
  await ends(pid)
  expect(existsSync(path.join(folder, 'server.json'))).toBe(false)
})

it('starts no server after a build during which npm was killed', async () => {
  const npm = startNpm({ BUILD_MS: '1000' })
  const { ppid: shell } = await read('build.json')
  npm.kill('SIGKILL')
  await ends(shell)
  expect(existsSync(path.join(folder, 'server.json'))).toBe(false)
})
