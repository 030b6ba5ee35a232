import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../server/src/commands/commands.ts'
import { secretNames, variableNames } from '../../server/src/config/variables.ts'
import { blocksOf, handbookFolder, isChinese, listChapters, listFiles, readChapter, twinOf } from './chapters.ts'

const files = listFiles()
const root = path.join(import.meta.dirname, '../..')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
const withoutBlocks = (text: string) => text.replace(/^```.*?^```$/gms, '')
const han = /\p{Script=Han}/u
/** Commands without what differs by language: the one they ask for, and the words that they look for in an output. */
const withoutWords = (text: string) =>
  text
    .replace(/(?<=ATRIUM_LANGUAGE=)\S+/g, '')
    .replace(/(?<=grep (?:-A \d+ )?)(?:'[\w ]+'|Deleted|\p{Script=Han}+)$/gmu, '')
/** What a chapter names as code, in a sentence or a block. */
const codeIn = (file: string): string[] => [
  ...matches(withoutBlocks(readChapter(file)), /`([^`\n]+)`/g),
  ...blocksOf(file).map(({ text }) => text),
]

const pages = new Map<string, string>()
const readPage = (file: string): string => {
  if (!pages.has(file)) pages.set(file, readFileSync(file, 'utf8'))
  return pages.get(file) ?? ''
}
/** The anchor that a heading gets: lower case, without punctuation, a hyphen for each space. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (page: string) => [
  ...matches(withoutBlocks(page), /^#+ (.+)$/gm).map(toAnchor),
  ...matches(page, /<a id="([^"]+)">/g),
]

describe.each(files)('%s', (file) => {
  it('has a twin with the same commands', () => {
    const toCompared = (name: string) =>
      blocksOf(name)
        .filter(({ language }) => ['sh', 'output'].includes(language))
        .map(({ language, needs, text }) => ({ language, needs, text: language === 'sh' ? withoutWords(text) : '' }))
    expect(files).toContain(twinOf(file))
    expect(toCompared(file)).toEqual(toCompared(twinOf(file)))
  })
  it('shows outputs in its own language', () => {
    const shown = blocksOf(file).flatMap(({ language, text }) => (language === 'output' ? [text] : []))
    const twins = blocksOf(twinOf(file)).flatMap(({ language, text }) => (language === 'output' ? [text] : []))
    const lines = (texts: readonly string[]) => texts.map((text) => text.split('\n').length)
    expect(lines(shown)).toEqual(lines(twins))
    if (!isChinese(file)) expect(shown.filter((text) => han.test(text))).toEqual([])
  })
  it('links to its twin, and to pages and places that there are, in its own language', () => {
    const targets = matches(withoutBlocks(readChapter(file)), /\]\((?!https?:)([^)\s]+)\)/g)
    expect(targets).toContain(twinOf(file))
    for (const target of targets) {
      const [name = '', anchor] = target.split('#')
      const page = path.join(handbookFolder, name || file)
      expect(existsSync(page), target).toBe(true)
      if (anchor !== undefined) expect(anchorsOf(readPage(page)), target).toContain(decodeURIComponent(anchor))
      const isOfHandbook = name !== '' && files.includes(name) && name !== twinOf(file)
      if (isOfHandbook) expect(isChinese(name), target).toBe(isChinese(file))
    }
  })
  it('names commands, variables and files that there are', () => {
    const code = codeIn(file)
    const words = code.flatMap((text) => matches(text, /(?:^|[|&;(/] ?)atrium ([a-z][a-z-]*)/gm))
    expect(words.filter((word) => !['start', 'help'].includes(word) && !Object.hasOwn(commands, word))).toEqual([])
    const credentials = code.flatMap((text) => matches(text, /LoadCredential=(\w+):/g))
    expect(credentials.filter((name) => !(secretNames as string[]).includes(name))).toEqual([])
    const files = blocksOf(file).flatMap(({ text }) => matches(text, /<<'?END'?\n(.*?)^END$/gms))
    const named = [
      ...files.flatMap((text) => matches(text, /^([A-Z_]+)=/gm)),
      ...matches(withoutBlocks(readChapter(file)), /`([A-Z]+_[A-Z_0-9]+)(?=[=`])/g),
    ]
    const known = new Set<string>([...variableNames, ...secretNames.map((name) => `${name}_FILE`)])
    expect(named.filter((name) => !known.has(name))).toEqual([])
    const shipped = matches(readChapter(file), /(?<![\w-])(deploy\/[\w/@-]+(?:\.[\w-]+)*)/g)
    expect(shipped.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })
})

describe('the first page', () => {
  it.each(['README.md', 'README.zh-CN.md'])('%s lists every page', (index) => {
    const others = files.filter((file) => isChinese(file) === isChinese(index) && file !== index)
    const targets = matches(readChapter(index), /\]\(([\w.-]+\.md)\)/g)
    expect(others.filter((file) => !targets.includes(file))).toEqual([])
  })
  it('lists the chapters of both languages in one order', () => {
    const chinese = matches(readChapter('README.zh-CN.md'), /^\d+\. \[[^\]]+\]\(([\w.-]+\.md)\)/gm)
    expect(chinese.map(twinOf)).toEqual(listChapters())
  })
})

describe('commands', () => {
  const typed = files.flatMap(blocksOf).filter(({ language }) => language === 'sh')
  it('are shell', () => {
    const { stderr } = spawnSync('bash', ['-n'], { input: typed.map(({ text }) => text).join(''), encoding: 'utf8' })
    expect(stderr).toBe('')
  })
  it('install this version', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(matches(typed.map(({ text }) => text).join(''), /^VERSION=(.+)$/gm)).toEqual(Array(4).fill(version))
  })
})
