import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { collectSources } from './texts/collect-sources.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
/** The product's own, or the folder that is named. */
const folder = path.resolve(root, process.argv[2] ?? 'texts')

/**
 * Brings the catalogues of all languages up to date with the code: new texts are added without a translation, those that
 * are gone leave.
 */
const sources = [...(await collectSources(root)).keys()].sort()
for (const name of readdirSync(folder)) {
  const file = path.join(folder, name)
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const after = Object.fromEntries(sources.map((source) => [source, before[source] ?? '']))
  writeFileSync(file, `${JSON.stringify(after, null, 1)}\n`)
  const open = Object.values(after).filter((text) => text === '').length
  console.log(
    words(
      `${name}：${sources.length} 条，${open} 条未翻译`,
      `${name}: ${sources.length} texts, ${open} not translated`,
    ),
  )
}
