import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { collectTexts } from '../../web/collect-texts.ts'
import { words } from '../words.mjs'
import { readInstallation } from './installation.ts'

const root = path.resolve(import.meta.dirname, '../..')
type Texts = Record<string, string>
const readTexts = (file: string): Texts => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** Folders without texts of the product. */
const notCode: ReadonlySet<string> = new Set(['node_modules', 'dist', 'test'])

const collectSources = (folder: string): string[] => {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => notCode.has(name) })
  const code = files.filter((file) => !/\.(?:test|samples)\.tsx?$/.test(file))
  const texts = code.flatMap((file) => [...collectTexts(readFileSync(path.join(folder, file), 'utf8'), file)])
  return [...new Set(texts)].sort()
}

/**
 * Brings the translations of an installation's own modules up to date with their code, in English and in the languages
 * that they have files of. Texts that the product translates already are left to it.
 */
export const keepModuleTexts = async (installation: string): Promise<void> => {
  const modules = await readInstallation(installation)
  for (const { name, folder } of modules.filter((each) => !each.folder.includes('node_modules'))) {
    const texts = path.join(folder, 'texts')
    mkdirSync(texts, { recursive: true })
    const sources = collectSources(folder)
    for (const language of new Set(['en.json', ...readdirSync(texts)])) {
      const [before, product] = [path.join(texts, language), path.join(root, 'texts', language)].map(readTexts)
      const own = sources.filter((source) => !product?.[source])
      const after = Object.fromEntries(own.map((source) => [source, before?.[source] ?? '']))
      writeFileSync(path.join(texts, language), `${JSON.stringify(after, null, 1)}\n`)
      const open = Object.values(after).filter((text) => text === '').length
      process.stdout.write(
        words(
          `${name}/texts/${language}：${own.length} 条，${open} 条未翻译\n`,
          `${name}/texts/${language}: ${own.length} texts, ${open} not translated\n`,
        ),
      )
    }
  }
}
