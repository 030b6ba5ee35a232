import { readFileSync } from 'node:fs'
import { endpoints } from '@atrium/contract/index.ts'
import { expect, it, vi } from 'vitest'
import { createTestApp } from '../harness.ts'
import { createGate } from '../hostile/gate.ts'
import { createSamples } from '../hostile/samples.ts'
import { buildShot } from '../hostile/shots.ts'
import { textColumns } from '../leaks/find-leaks.ts'

const catalogue: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../texts/en.json', import.meta.url), 'utf8'),
)
vi.setConfig({ testTimeout: 180_000 })

/** English sentences and names of the product, of two words at least: what a writer types is Chinese here. */
const translations = new Map(
  Object.entries(catalogue).flatMap(([source, text]) =>
    /^[A-Z][^{}]* [^{}]*$/.test(text) && source !== text ? [[text, source] as const] : [],
  ),
)
/** The first words of sentences with values. */
const beginnings = Object.values(catalogue).flatMap((text) => {
  const [, beginning = ''] = /^([A-Z][^{}]{14,})\{/.exec(text) ?? []
  return beginning === '' ? [] : [beginning]
})

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
const isTranslated = (text: string) =>
  translations.has(text) || beginnings.some((beginning) => text.startsWith(beginning))

/** What people write, or what is of their language. */
const ofPeople: ReadonlySet<string> = new Set(['message_wordings.title', 'message_wordings.content'])

it('stores no sentence of the product in the language of the caller', async () => {
  const app = await createTestApp()
  const { buildSample, picture } = await createSamples(app, 40)
  const shots = endpoints
    .filter(({ wire }) => wire !== 'stream')
    .map((endpoint) => buildShot(endpoint, buildSample(endpoint)(-1, undefined), picture, { 'accept-language': 'en' }))
  await createGate(app.server).volley(shots)
  const found: string[] = []
  for (const { table, column } of await textColumns(app.sql)) {
    const place = `${table}.${column}`
    if (ofPeople.has(place)) continue
    const rows = await app.sql(`select distinct to_jsonb("${column}")::text as value from ${table}`)
    const texts = rows.flatMap(({ value }) => (value === null ? [] : stringsIn(JSON.parse(String(value)))))
    found.push(...new Set(texts.filter(isTranslated).map((text) => `${place}: ${text}`)))
  }
  expect(found).toEqual([])
})
