import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.dirname(import.meta.dirname)
/** What people meet first; the handbooks have tests of their own. */
const pages = ['README', 'CONTRIBUTING', 'SECURITY', 'docs/first-change']
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const blocksOf = (text: string) => matches(text, /^```\w*\n(.*?)^```$/gms)
const withoutBlocks = (text: string) => text.replaceAll(/^```.*?^```$/gms, '')
/** The order of headings, tables, list entries and code, without words. */
const shapeOf = (text: string) =>
  withoutBlocks(text)
    .split('\n')
    .flatMap((line) => {
      const [sign] = /^(?:#+|\||- |\d+\. )/.exec(line) ?? []
      return sign ?? []
    })
/** What a reader puts in, in the words of the language. */
const placeholders = [
  ['文件', 'FILE'],
  ['时间', 'TIME'],
  ['命令', 'COMMAND'],
  ['版本', 'VERSION'],
  ['主机:端口', 'host:port'],
  ['桶名/前缀', 'bucket/prefix'],
] as const
const inEnglish = (code: string) =>
  placeholders.reduce((text, [word, english]) => text.replace(word, english), code.replace('.zh-CN.md', '.md'))
const codeOf = (text: string) => [...new Set(matches(withoutBlocks(text), /`([^`\n]+)`/g).map(inEnglish))].sort()
/** Pages that are in one language have one address. */
const linksOf = (text: string) =>
  matches(text, /\]\(([^)#\s]+)/g)
    .map((target) => target.replace('.zh-CN.md', '.md'))
    .sort()

describe.each(pages)('%s', (page) => {
  const [english, chinese] = [read(`${page}.md`), read(`${page}.zh-CN.md`)]
  const name = path.basename(page)
  it('leads to the other language from its second line', () => {
    expect(english.split('\n')[2]).toBe(`[中文](${name}.zh-CN.md)`)
    expect(chinese.split('\n')[2]).toBe(`[English](${name}.md)`)
  })
  it('has the same parts in both languages', () => {
    expect(shapeOf(chinese)).toEqual(shapeOf(english))
  })
  it('has the same code and leads to the same pages', () => {
    const commands = (text: string) => blocksOf(text).map((block) => block.replaceAll(/ +#.*$/gm, ''))
    expect(commands(chinese)).toEqual(commands(english))
    expect(linksOf(chinese)).toEqual(linksOf(english))
    // What the text quotes as code, commands and files among it.
    expect(codeOf(chinese)).toEqual(codeOf(english))
  })
})
