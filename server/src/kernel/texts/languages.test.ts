import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Languages, openLanguages } from './languages.ts'

let folder: string
let languages: Languages
const write = async (name: string, catalogue: Record<string, string>) => {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, name), JSON.stringify(catalogue))
}
const say = (tag: string, source: string) => languages.get(tag).texts._(source)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-languages-'))
  await write('own/en.json', { 保存: 'Save', 删除: 'Delete' })
  await write('more/en.json', { 删除: 'Remove' })
  await write('more/fr.json', { 保存: 'Enregistrer', 删除: '' })
  await write('more/zh-CN.json', { 删除: '移除' })
  languages = openLanguages(join(folder, 'own'), join(folder, 'more'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('languages', () => {
  it('are those of all folders, after that of the code', () => {
    expect(languages.tags).toEqual(['zh-CN', 'en', 'fr'])
    expect(openLanguages().tags).toEqual(['zh-CN'])
  })
  it('are named in themselves', () => {
    expect(languages.names.map(({ name }) => name)).toEqual(['中文', 'English', 'Français'])
  })
  it('of a later folder overrule single texts, also those of the code', () => {
    expect([say('en', '保存'), say('en', '删除')]).toEqual(['Save', 'Remove'])
    expect([say('zh-CN', '保存'), say('zh-CN', '删除')]).toEqual(['保存', '移除'])
  })
  it('that are not complete fall back to the code', () => {
    expect([say('fr', '保存'), say('fr', '删除')]).toEqual(['Enregistrer', '删除'])
  })
  it('have another version with other texts', () => {
    const versions = ['own', 'more'].map((name) => openLanguages(join(folder, name)).get('en').version)
    expect(new Set(versions).size).toBe(2)
    expect(openLanguages().get('zh-CN').version).toBe('')
  })
  it('are negotiated as RFC 9110 says, and else that of the code', () => {
    const preferred = (header: string) => languages.negotiate(header).tag
    expect(preferred('en-US,en;q=0.9')).toBe('en')
    expect(preferred('de, fr-CA;q=0.8, en;q=0.5')).toBe('fr')
    expect(preferred('zh-TW,zh;q=0.9,en;q=0.8')).toBe('zh-CN')
    for (const header of ['', '*', 'de', 'xx-invalid;;q=,', 'q'.repeat(5000)]) expect(preferred(header)).toBe('zh-CN')
  })
})
