import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runTogether } from './run-children.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-children-'))
afterAll(() => rmSync(folder, { recursive: true }))

const command = (program: string) => ({ file: process.execPath, args: ['-e', program] })
const quick = command('')
const failing = command('process.exit(3)')
const endless = command('setInterval(() => undefined, 1000)')

it('waits for a slow command after a quick one', async () => {
  const file = path.join(folder, 'written')
  const slow = command(`setTimeout(() => require('fs').writeFileSync(${JSON.stringify(file)}, 'all'), 500)`)
  expect(await runTogether([quick, slow])).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe('all')
})

it('fails with the code of the command that fails, and ends the others', async () => {
  expect(await runTogether([endless, failing])).toBe(3)
  expect(await runTogether([quick, failing])).toBe(3)
})
