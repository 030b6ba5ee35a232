import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { entityFiles } from './entity-files.ts'
import { withEntity } from './entity-lines.ts'
import { parseFields } from './fields.ts'
import { moduleFiles } from './module-files.ts'
import { toNames } from './names.ts'

const root = path.join(import.meta.dirname, '../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-generated-'))
afterAll(() => rmSync(folder, { recursive: true }))

const everyKind =
  'name:text,quantity:number[数量],price:money,state:dict(assetState),boughtAt:date,owner:user,org:org,shared:bool[共用],files:file[],photos:file[][照片]'
const otherKinds =
  'name:text,code:text?,state:dict(assetState)?,level:dict(level),asset:ref(asset)[资产],spare:ref(asset)[备用资产],bought:date?,cost:money?,count:number?'
const add = (files: Record<string, string>, word: string, noun: string, fields: string, from: number) => {
  const names = toNames('assets', word, noun)
  const changed = withEntity(names, (file) => files[file] ?? '')
  const made = entityFiles(names, parseFields(fields, noun, 'assets'), { from, to: from + 9 }, '0001')
  return { ...files, ...Object.fromEntries(changed), ...made }
}
const module = moduleFiles({ name: 'assets', title: '资产管理', kit: '0.3.0', numbers: { from: 100_000, to: 100_099 } })

it('makes code that is formatted and sorted as the house writes it', () => {
  const first = add(module, 'asset', '资产', everyKind, 100_000)
  const files = add(first, 'category', '类别', otherKinds, 100_010)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/@biomejs/biome/bin/biome'),
      'check',
      `--config-path=${root}`,
      '--vcs-enabled=false',
      '.',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(stderr).not.toContain('Some errors')
  expect(status).toBe(0)
})
it('says what a field should be', () => {
  for (const fields of [
    'name',
    'name:texts',
    'name:text,state:dict',
    'price:money',
    'name:text,id:text',
    'name:text,name:text',
    'name:text?',
    'name:text,files:file[]?',
    'name:text,category:ref',
  ])
    expect(() => parseFields(fields, '资产', 'assets')).toThrow()
  const [, files] = parseFields('name:text,files:file[]', '资产', 'assets')
  expect(files).toMatchObject({ name: 'files', kind: 'file[]', optional: false, title: '附件' })
  expect(parseFields('name:text, price:money[购入价格]', '资产', 'assets').map(({ title }) => title)).toEqual([
    '资产名称',
    '购入价格',
  ])
})
it('names the place of a line that a changed file no longer has', () => {
  expect(() => withEntity(toNames('assets', 'asset', '资产'), () => 'export const nothing = 0\n')).toThrow(
    /contract\.ts/,
  )
})
