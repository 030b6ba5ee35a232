import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { collectTexts } from '../../web/collect-texts.ts'

/** Where texts stand. */
export const code = ['web/src/**/*.{ts,tsx}', 'contract/src/**/*.ts', 'server/src/**/*.ts']
/** Files whose Chinese is data, documents in both languages, or what only tests and samples say. */
const withoutTexts = [
  /\.(?:test|samples|bench)\.tsx?$/,
  /^server\/src\/seed\/(?!progress-bar|where-to-look|seed-database)/,
  /^server\/src\/kernel\/metric-table\.ts$/,
  /^server\/src\/config\/variables\.ts$/,
  /^web\/src\/features\/governance\/palette\/pinyin-table\.ts$/,
]

export const isWithoutTexts = (file: string): boolean => withoutTexts.some((pattern) => pattern.test(file))

/** Chinese that is no text: a part of SQL, and a phrase that a pattern puts together. */
const notTexts = new Set(["'角色'", '$2 给 $1'])

/** All texts of the product, in the language of the code, each with the files it stands in. */
export const collectSources = async (root: string): Promise<Map<string, string[]>> => {
  const sources = new Map<string, string[]>()
  for await (const file of glob(code, { cwd: root })) {
    const name = file.split(path.sep).join('/')
    if (isWithoutTexts(name)) continue
    for (const text of collectTexts(readFileSync(path.join(root, file), 'utf8'), name))
      if (!notTexts.has(text)) sources.set(text, [...(sources.get(text) ?? []), name])
  }
  return sources
}
