import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { afterFile } from '../../server/test/after-file.ts'
import { bootMachine, canBoot, type Machine } from './booted-machine.ts'
import { type Block, blocksOf, listChapters } from './chapters.ts'
import { packAs } from './next-package.ts'
import { runAlone, runBlocks } from './run-blocks.ts'

const root = path.join(import.meta.dirname, '../..')
/** Of all machines in the plan of `deploy/`, for which the booted one stands. */
const addresses = [10, 11, 12, 20, 21, 30].map((last) => `10.89.0.${last}`)
const folder = '/srv/handbook'
const isTyped = ({ language, needs }: Block) => language === 'sh' && needs === ''
const chapters = listChapters()
const typed = chapters.flatMap(blocksOf).filter(isTyped)
const assigned = (name: string): string =>
  new RegExp(`^${name}=(.+)$`, 'm').exec(typed.map(({ text }) => text).join(''))?.[1] ?? ''

const runbooks = blocksOf('runbooks.md')

/** The packages of the working tree, or of the folder that is named. */
const buildPackages = (): string => {
  if (process.env.HANDBOOK_PACKAGES) return process.env.HANDBOOK_PACKAGES
  vi.stubEnv('SOURCE_DATE_EPOCH', '1790000000')
  const out = mkdtempSync(path.join(root, '.cache/packages-of-handbook-'))
  afterFile(() => rmSync(out, { recursive: true, force: true }))
  for (const args of [['scripts/build-server.ts'], ['scripts/build-web.ts'], ['scripts/package.ts', out]])
    execFileSync(process.execPath, args, { cwd: root })
  return out
}

/** What an operator has before the first command: the package, the next one, and their checksums. */
const layBasis = (): string => {
  const [packages, version] = [buildPackages(), assigned('VERSION')]
  const basis = mkdtempSync(path.join(tmpdir(), 'atrium-handbook-'))
  afterFile(() => rmSync(basis, { recursive: true, force: true }))
  for (const name of [`atrium-${version}-linux-${process.arch}.tar.zst`, 'SHA256SUMS'])
    copyFileSync(path.join(packages, name), path.join(basis, name))
  packAs(basis, version, assigned('NEW'))
  return basis
}

const place = ({ file, line }: Block) => `docs/operating/${file}:${line}`
/** Lines of an output that a chapter shows and that are not there; `…` stands for anything. */
const missingLines = (shown: string, output: string): string[] =>
  shown
    .split('\n')
    .filter((line) => !new RegExp(line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')).test(output))

describe.skipIf(!canBoot)('the handbook, typed into a new machine', () => {
  const outputs = new Map<string, string>()
  let failed: string | undefined
  let machine: Machine
  beforeAll(async () => {
    const basis = layBasis()
    machine = await bootMachine(addresses, { from: basis, to: folder }, root)
    afterFile(machine.stop)
    const ran = await runBlocks(machine, folder, typed)
    for (const [at, output] of ran.outputs.entries()) outputs.set(place(typed[at] as Block), output)
    failed = ran.isComplete ? undefined : [...outputs.keys()].at(-1)
  }, 1_800_000)

  const findFaults = (block: Block, next: Block | undefined): string[] => {
    const output = outputs.get(place(block))
    if (output === undefined) return [`${place(block)} was not reached`]
    if (place(block) === failed) return [`${place(block)} failed:\n${output}`]
    const missing = next?.language === 'output' ? missingLines(next.text, output) : []
    return missing.map((line) => `${place(block)} does not print “${line}”:\n${output}`)
  }
  it.each(chapters)('%s', (chapter) => {
    const blocks = blocksOf(chapter)
    const faults = blocks.flatMap((block, at) => (isTyped(block) ? findFaults(block, blocks[at + 1]) : []))
    expect(faults.join('\n')).toBe('')
  })
  it.each(runbooks.map((block) => [block.line, block] as const))('the runbook in line %i', async (_, block) => {
    const { output, isComplete } = await runAlone(machine, block)
    expect(isComplete, output).toBe(true)
    expect(output).not.toMatch(/no such file|command not found|^usage:|^用法/im)
  })
})
