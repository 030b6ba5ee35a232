import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const handbookFolder = path.join(import.meta.dirname, '../../docs/operating')

/** A block of code in a chapter: what follows the fence, the line where it stands, its text. */
export type Block = {
  readonly file: string
  readonly line: number
  readonly language: string
  /** What a machine of the test does not have, such as a certificate authority; empty: nothing. */
  readonly needs: string
  readonly text: string
}

export const readChapter = (file: string): string => readFileSync(path.join(handbookFolder, file), 'utf8')
export const listFiles = (): string[] => readdirSync(handbookFolder).filter((name) => name.endsWith('.md'))
export const isChinese = (file: string): boolean => file.endsWith('.zh-CN.md')
export const twinOf = (file: string): string =>
  isChinese(file) ? file.replace('.zh-CN.md', '.md') : file.replace('.md', '.zh-CN.md')

const fenced = /^```(\S*)(?: needs=(\S+))?\n(.*?)^```$/gms
export const blocksOf = (file: string): Block[] => {
  const source = readChapter(file)
  return [...source.matchAll(fenced)].map(({ 1: language = '', 2: needs = '', 3: text = '', index }) => ({
    file,
    line: source.slice(0, index).split('\n').length,
    language,
    needs,
    text,
  }))
}

/** Chapters in the order in which their commands are run: the one in which the first page lists them. */
export const listChapters = (): string[] => {
  const listed = [...readChapter('README.md').matchAll(/^\d+\. \[[^\]]+\]\(([\w-]+\.md)\)/gm)]
  return listed.map(([, file = '']) => file)
}
