import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '../../web/src/app/help/handbook-page.ts'

/** The handbook for administrators. */
export const handbookFolder = path.join(import.meta.dirname, '../../docs/using')
export const pictureFolder = path.join(handbookFolder, 'images')

export const fileOf = (page: string, language: Language): string =>
  language === 'zh' ? `${page}.zh-CN.md` : `${page}.md`

/** Pages by name, from the files of both languages. */
export const listPages = (): string[] => {
  const files = readdirSync(handbookFolder).filter((name) => name.endsWith('.md'))
  return [...new Set(files.map((name) => name.replace(/(?:\.zh-CN)?\.md$/, '')))].sort()
}

export const readPageFile = (page: string, language: Language): string =>
  readFileSync(path.join(handbookFolder, fileOf(page, language)), 'utf8')

/** Targets of links, or of pictures. */
export const linksIn = (source: string): string[] =>
  [...source.matchAll(/(?<!!)\[[^\]]*\]\(([^)]+)\)/g)].map(([, target = '']) => target)
export const picturesIn = (source: string): string[] =>
  [...source.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, target = '']) => target)

const withoutCode = (source: string) => source.replaceAll(/`[^`\n]*`/g, '')
/** Words in quotation marks: what stands on a screen, letter by letter. Quotations may hold others. Code is none. */
export const quotedIn = (source: string): string[] => {
  const [open, found]: [number[], string[]] = [[], []]
  const text = withoutCode(source)
  for (const { 0: mark, index } of text.matchAll(/[“”]/g)) {
    if (mark === '“') open.push(index)
    else {
      const from = open.pop()
      if (from !== undefined && open.length === 0) found.push(text.slice(from + 1, index))
    }
  }
  return found
}
/** Addresses of the console, which become links. */
export const screensIn = (source: string): string[] =>
  [...source.matchAll(/`(\/(?:web\/[^`]+|dashboard))`/g)].map(([, address = '']) => address)
