import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readGroups } from '../../web/read-handbook.ts'
import { listTextSources, screenTextsIn } from '../source-texts.ts'
import { componentByAddress } from './console-pages.ts'
import {
  fileOf,
  handbookFolder,
  linksIn,
  listPages,
  pictureFolder,
  picturesIn,
  quotedIn,
  readPageFile,
  screensIn,
} from './handbook-files.ts'

const root = path.join(import.meta.dirname, '../..')
const maxPictureBytes = 80 * 1024
const maxPictures = 25
const pages = listPages()
const both = ['zh', 'en'] as const

const unique = (words: readonly string[]) => [...new Set(words)].sort()
const levelsOf = (source: string) => [...source.matchAll(/^#+(?= )/gm)].map(([marks]) => marks.length)
/** Links to other pages, in order; the first line leads to the twin and to the first page. */
const pageLinks = (source: string) =>
  linksIn(source)
    .map((target) => target.replace('.zh-CN.md', '.md'))
    .filter((target) => target !== 'README.md')

describe.each(pages)('%s', (page) => {
  const [chinese, english] = [readPageFile(page, 'zh'), readPageFile(page, 'en')]
  it('says the same in both languages: headings, quoted words, screens, pictures and links', () => {
    expect(levelsOf(english)).toEqual(levelsOf(chinese))
    expect(unique(quotedIn(english))).toEqual(unique(quotedIn(chinese)))
    expect(screensIn(english)).toEqual(screensIn(chinese))
    expect(picturesIn(english)).toEqual(picturesIn(chinese))
    expect(pageLinks(english).slice(1)).toEqual(pageLinks(chinese).slice(1))
  })
  it.each(both)('leads to its twin, and to pages of its own language (%s)', (language) => {
    const twin = fileOf(page, language === 'zh' ? 'en' : 'zh')
    const [first, ...others] = linksIn(language === 'zh' ? chinese : english)
    expect(first).toBe(twin)
    for (const target of others) {
      expect(existsSync(path.join(handbookFolder, target)), target).toBe(true)
      expect(target.endsWith('.zh-CN.md'), target).toBe(language === 'zh')
    }
  })
  it('has one title', () => {
    for (const source of [chinese, english]) expect(levelsOf(source).filter((level) => level === 1)).toEqual([1])
  })
})

it('lists every page once, in the same groups in both languages', () => {
  const [chinese = [], english = []] = both.map((language) => readGroups(readPageFile('README', language)))
  const namesIn = (groups: typeof chinese) => groups.map(({ pages: listed }) => listed.map(({ name }) => name))
  expect(namesIn(english)).toEqual(namesIn(chinese))
  expect(namesIn(chinese).flat().sort()).toEqual(pages.filter((page) => page !== 'README'))
})

it('calls every page by its title', () => {
  for (const language of both)
    for (const { name, title } of readGroups(readPageFile('README', language)).flatMap((group) => group.pages))
      expect(readPageFile(name, language).split('\n', 1)[0]).toBe(`# ${title}`)
})

/** Quoted words that no source says as a whole. Sources are parsed only for what is no plain literal. */
const findUnknown = (quoted: readonly string[]): string[] => {
  const left = new Set(quoted)
  const sources = listTextSources(root).map((file) => readFileSync(path.join(root, file), 'utf8'))
  for (const source of sources) for (const [, text = ''] of source.matchAll(/'([^'\n]+)'/g)) left.delete(text)
  for (const source of sources)
    if ([...left].some((word) => source.includes(word))) for (const text of screenTextsIn(source)) left.delete(text)
  return [...left].sort()
}

it('quotes only words that stand on a screen', () => {
  expect(findUnknown(unique(pages.flatMap((page) => quotedIn(readPageFile(page, 'zh')))))).toEqual([])
})

it('knows a word that no screen has, and one that is part of another', () => {
  expect(findUnknown(['锁定', '锁定这个用户吧', '安全设'])).toEqual(['安全设', '锁定这个用户吧'])
})

it('reads quotations in quotations as one, and no code', () => {
  expect(quotedIn('“甲”，`“乙”`，“请先在“丙”中启用”')).toEqual(['甲', '请先在“丙”中启用'])
})

it('names addresses of pages that there are', () => {
  const named = unique(pages.flatMap((page) => screensIn(readPageFile(page, 'zh'))))
  expect(named.filter((address) => !componentByAddress.has(address))).toEqual([])
})

describe('pictures', () => {
  const used = unique(pages.flatMap((page) => picturesIn(readPageFile(page, 'zh'))))
  it('are all there, and all used', () => {
    expect(
      readdirSync(pictureFolder)
        .map((name) => `images/${name}`)
        .sort(),
    ).toEqual(used)
  })
  it('are few and light', () => {
    const heavy = used.filter((name) => statSync(path.join(handbookFolder, name)).size > maxPictureBytes)
    expect(heavy).toEqual([])
    expect(used.length).toBeLessThanOrEqual(maxPictures)
  })
})
