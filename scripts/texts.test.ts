import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkTranslation } from './texts/check-translation.ts'
import { code, collectSources, isWithoutTexts } from './texts/collect-sources.ts'
import { findUntranslated } from './texts/find-untranslated.ts'
import { toPseudo } from './texts/to-pseudo.ts'

const root = path.dirname(import.meta.dirname)
const sources = await collectSources(root)
const english = JSON.parse(readFileSync(path.join(root, 'texts/en.json'), 'utf8')) as Record<string, string>
const translated = Object.entries(english)
const list = (find: (source: string, text: string) => string | undefined | false) =>
  translated.flatMap(([source, text]) => {
    const fault = find(source, text)
    return fault ? [`${source} → ${text}: ${fault}`] : []
  })

/** Words that must not come back, and what stands instead. The reasons are in docs/copy.en.md. */
const retired: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b[Ll]og(?:ged|ging)? (?:in|on|out)\b(?! the)/, 'sign in, sign out'],
  [/\be-mail|\b[Mm]obile\b/, 'email, phone number'],
  [/\b[Ii]nterface\b/, 'API'],
  [/[Rr]ecycle bin/, 'trash'],
  [/organisation|colour|\blicence/, 'American spelling'],
  [/\bfirm\b/, 'company'],
  [/!|—|\b[Ss]orry\b|\b[Oo]ops\b/, 'no exclamation, no dash, no apology'],
  [/[Pp]lease.*[Pp]lease/, 'one please at most'],
]

describe('the English catalogue', () => {
  it('has the texts of the code, and no others: npm run texts', () => {
    expect(Object.keys(english)).toEqual([...sources.keys()].sort())
  })
  it('is complete', () => {
    expect(translated.flatMap(([source, text]) => (text === '' ? [source] : []))).toEqual([])
  })
  it('keeps the values of each text', () => {
    expect(list(checkTranslation)).toEqual([])
  })
  it('is in English letters and signs', () => {
    // Names of languages stand in their own.
    const own = new Set(['中文'])
    expect(
      list((_, text) => /[\p{Script=Han}，。；：（）、！？]/u.exec(text)?.[0] && !own.has(text) && 'Chinese'),
    ).toEqual([])
    expect(list((_, text) => /['"]/.test(text) && 'straight quotes')).toEqual([])
  })
  it('uses the words of docs/copy.en.md', () => {
    expect(list((_, text) => retired.find(([word]) => word.test(text))?.[1])).toEqual([])
  })
})

describe('a translation', () => {
  it('is checked against the values of its source', () => {
    expect(
      checkTranslation('已导入 {count} 行', 'Imported {count, plural, one {{count} row} other {{count} rows}}'),
    ).toBe(undefined)
    expect(checkTranslation('已导入 {count} 行', 'Imported rows')).toContain('{count}')
    expect(checkTranslation('已导入 {count} 行', 'Imported {counts} of {count}')).toContain('{counts}')
  })
})

/** Chinese that is meant as it stands, and why. */
const untranslated: Readonly<Record<string, string>> = {
  'web/src/features/governance/palette/grammar.ts': 'words that users type, in whatever language the page is',
  'server/src/kernel/workbooks/styles-xml.ts': 'the name of a font',
  'web/src/features/open/portal-apps/own-page.ts': 'titles are translated where the shell shows them',
  'web/src/features/identity/security/own-page.ts': 'titles are translated where the shell shows them',
  'web/src/features/identity/account/own-page.ts': 'titles are translated where the shell shows them',
  'web/src/features/communication/approvals/own-page.ts': 'titles are translated where the shell shows them',
  'web/src/features/governance/reviews/own-page.ts': 'titles are translated where the shell shows them',
  'web/src/features/governance/explain/own-page.ts': 'titles are translated where the shell shows them',
}

describe('the language of tests', () => {
  it('is longer, accented and in brackets, and keeps values', () => {
    expect(toPseudo('Save')).toBe('⟦Sávé~~⟧')
    expect(toPseudo('Imported {count, plural, one {{count} row} other {{count} rows}}')).toMatch(
      /^⟦Ímpórtéd \{count\} róws~+⟧$/,
    )
  })
})

describe('a text of the code', () => {
  it('is translated where it stands in the web, and is put together by t alone', async () => {
    const found: string[] = []
    for await (const file of glob(code, { cwd: root })) {
      if (isWithoutTexts(file) || file in untranslated) continue
      found.push(...findUntranslated(readFileSync(path.join(root, file), 'utf8'), file, file.startsWith('web/')))
    }
    expect(found).toEqual([])
  })
  it('is found by the check, whatever it is', () => {
    const bare = (source: string) => findUntranslated(source, 'planted.tsx', true).length
    expect(bare("const a = t('保存')")).toBe(0)
    expect(bare("const a = '保存'")).toBe(1)
    expect(bare('const a = <b>保存</b>')).toBe(1)
    expect(bare(`const a = \`已导入 \${n} 行\``)).toBe(1)
    expect(bare("const a = { 时间: t('已导入 {n} 行', { n: '三' }) }")).toBe(1)
  })
})
