import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

const root = path.dirname(import.meta.dirname)
/** Files whose Chinese is data, or becomes a part of the product. */
const data = {
  'scripts/new-feature/fields.ts': 'what it writes into a new feature',
  'scripts/new-feature/names.ts': 'what it replaces in the reference',
  'scripts/new-feature/own-parts.ts': 'what it takes out of the reference',
  'scripts/texts/collect-sources.ts': 'texts that are none',
}
/** Folders with the handbook’s own tools, and what makes pages or modules in one language. */
const elsewhere = /^scripts\/(?:areas|deploy|docs|modules\/generate|operating|using)\//

type Node = { type: string; [part: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const chineseOf = ({ type, value, raw }: Node): string => {
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateElement' ? String((value as { raw: string } | undefined)?.raw ?? raw) : ''
}
/** Chinese of a program that does not stand in `words`. */
const findSingle = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  if (!isNode(value)) return Object.values(value).flatMap(findSingle)
  if (value.type === 'CallExpression' && isNode(value.callee) && value.callee.name === 'words') return []
  const text = chineseOf(value)
  return [...(/\p{Script=Han}/u.test(text) ? [text] : []), ...Object.values(value).flatMap(findSingle)]
}

it('programs of the project speak Chinese and English', async () => {
  const found: string[] = []
  for await (const file of glob('scripts/**/*.{ts,mjs}', { cwd: root })) {
    if (/\.test\.ts$|\.d\.mts$/.test(file) || file in data || elsewhere.test(file)) continue
    const program = parseAst(readFileSync(path.join(root, file), 'utf8'), { lang: 'ts' })
    found.push(...findSingle(program).map((text) => `${file}: ${text}`))
  }
  expect(found).toEqual([])
})
