import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { isThorough } from '../server/test/thorough.ts'
import { strayPromises } from './stray-promises.ts'

const root = path.join(import.meta.dirname, '..')
const readProject = () => {
  const fail = ({ messageText }: ts.Diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  }
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail }
  const project = ts.getParsedCommandLineOfConfigFile(path.join(root, 'server/tsconfig.json'), {}, host)
  if (!project) throw new Error('server/tsconfig.json cannot be read')
  return project
}
const { options, fileNames } = readProject()
const findIn = (files: readonly string[]) => strayPromises(ts.createProgram(files, options), files)

/** Texts of what is found in a file with these lines. */
const findInLines = (lines: readonly string[]) => {
  // Beside the packages whose types it imports, and not among the sources that other tests read.
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache/promises-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'example.ts')
  writeFileSync(file, ["import { EventEmitter } from 'node:events'", ...lines].join('\n'))
  return findIn([file]).map(({ text }) => text)
}
const work = 'const work = async (): Promise<void> => {}'

test('a promise that is dropped is found', () => {
  const dropped = ['work()', 'work().then(work)', 'work().finally(work)', 'new EventEmitter().listeners("x")[0]?.()']
  const lines = [work, ...dropped, 'void work()', 'export const go = (run: boolean) => void (run && work())']
  expect(findInLines(lines)).toEqual([
    'work()',
    'work().then(work)',
    'work().finally(work)',
    'work()',
    '(run && work())',
  ])
})

test('an asynchronous function that nothing waits for is found', () => {
  const lines = [
    work,
    'setInterval(work, 10)',
    'setTimeout(async () => work(), 10)',
    'new EventEmitter().on("x", () => work())',
    'Array.of(1).forEach(async () => work())',
    'export const made = new Promise<void>(async (done) => work().then(done))',
  ]
  expect(findInLines(lines)).toEqual([
    'work',
    'async () => work()',
    '() => work()',
    'async () => work()',
    'async (done) => work().then(done)',
  ])
})

test('what is awaited, kept or handled is not', () => {
  const lines = [
    work,
    'await work()',
    'export let kept: Promise<void> | undefined',
    'kept ??= work()',
    'work().catch(() => undefined)',
    'void work().then(() => undefined, () => undefined)',
    'setInterval(() => work().catch(() => undefined), 10)',
    'await work().finally(() => work())',
    'await Promise.all([1].map(() => work()))',
  ]
  expect(findInLines(lines)).toEqual([])
})

/** Types of features take most of a minute; timers and connections are the kernel's. */
const walked = isThorough ? '/server/src/' : '/server/src/kernel/'
test(`no promise is stray in ${walked}`, { timeout: 300_000 }, () => {
  const files = fileNames.filter((file) => file.includes(walked) && !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  expect(findIn(files).map(({ file, line, text }) => `${path.relative(root, file)}:${line} ${text}`)).toEqual([])
})
