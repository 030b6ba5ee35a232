import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../thorough.ts'
import { buildParts, buildZip } from '../workbook-parts.ts'
import { hostileWorkbooks } from './hostile-workbooks.ts'

const run = promisify(execFile)
const reader = join(import.meta.dirname, '../workbook-reader.ts')

const cases = hostileWorkbooks.filter((_, at) => isThorough || at % 4 === 0)

type Outcome = { reason: string; message?: string; peakMb: number }
let folder = ''
let idle: Outcome | undefined
let outcomes: readonly Outcome[] = []

/** What a process of its own says of these files. */
const readInChild = async (paths: readonly string[]): Promise<Outcome[]> => {
  const { stdout } = await run(process.execPath, [reader, ...paths], { maxBuffer: 2 ** 24 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-hostile-'))
  const small = join(folder, 'small')
  await writeFile(small, await buildZip(buildParts('<row><c><v>1</v></c></row>')))
  idle = (await readInChild([small]))[0]
  const paths: string[] = []
  for (const [at, { bytes }] of cases.entries()) {
    const path = join(folder, String(at))
    await writeFile(path, await bytes())
    paths.push(path)
  }
  outcomes = await readInChild(paths)
}, 300_000)
afterAll(() => rm(folder, { recursive: true }))

describe('hostile workbooks and CSV files', () => {
  it('are more than two hundred', () => expect(hostileWorkbooks.length).toBeGreaterThan(200))
  it('a small workbook is read', () => expect(idle?.reason).toBe('read'))
  it.each(cases.map(({ name, reason }, at) => ({ name, reason, at })))(
    'refused with a sentence: $name',
    ({ reason, at }) => {
      expect(outcomes[at]?.reason).toBe(reason)
      expect(outcomes[at]?.message).toMatch(/[\u4e00-\u9fff]{4}/)
    },
  )
  it('take little memory', () => {
    expect(Math.max(...outcomes.map(({ peakMb }) => peakMb)) - (idle?.peakMb ?? 0)).toBeLessThan(256)
  })
})
