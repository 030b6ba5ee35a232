import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLanguage } from '@atrium/contract/kernel/texts.ts'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, it } from 'vitest'
import { withQuickPlurals } from './quick-plurals.ts'

const compileAll = (catalogue: Record<string, string>) =>
  Object.fromEntries(Object.entries(catalogue).map(([source, text]) => [source, compileMessage(text)]))
/** How Lingui and the quicker language put a text, with each number for all its values. */
const compare = (tag: string, catalogue: Record<string, string>) => {
  const translations = compileAll(catalogue)
  const slow = createLanguage(tag, translations)
  const quick = withQuickPlurals(createLanguage(tag, translations))
  for (const source of Object.keys(catalogue)) {
    const names = [...source.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const value of [0, 1, 2, 5, 1, 21, 1234, '1', undefined]) {
      const values = Object.fromEntries(names.map((name) => [name, value]))
      expect(quick._(source, values)).toBe(slow._(source, values))
    }
  }
}

it('says every English text with plurals as Lingui does', () => {
  const english: Record<string, string> = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../texts/en.json'), 'utf8'),
  )
  const plurals = Object.fromEntries(Object.entries(english).filter(([, text]) => text.includes(', plural,')))
  expect(Object.keys(plurals).length).toBeGreaterThan(100)
  compare('en', plurals)
})

it('says what other languages and writers may need', () => {
  compare('pl', {
    '{n} 行':
      '{n, plural, =0 {brak wierszy} one {{n} wiersz} few {{n} wiersze} many {{n} wierszy} other {{n} wiersza}}',
    '{n} 行，{m} 列':
      '{n, plural, one {{n} wiersz i {m, plural, one {{m} kolumna} other {{m} kolumny}}} other {{n} wierszy, {m} kolumn}}',
    '第 {n} 行': '{n, plural, one {# wiersz} other {# wiersze}}',
    '另有 {n} 人': '{n, plural, offset:1 =1 {nikt} one {jeszcze # osoba} other {jeszcze # osób}}',
    '按 {n}': '{n, select, 1 {jeden} other {{n, plural, one {a} other {b}}}}',
  })
})

it('says a text that was replaced in its new words', () => {
  const language = withQuickPlurals(
    createLanguage('en', compileAll({ '{n} 行': '{n, plural, one {row} other {rows}}' })),
  )
  expect(language._('{n} 行', { n: 2 })).toBe('rows')
  Object.assign(language.messages, compileAll({ '{n} 行': '{n, plural, one {line} other {lines}}' }))
  expect(language._('{n} 行', { n: 2 })).toBe('lines')
})
