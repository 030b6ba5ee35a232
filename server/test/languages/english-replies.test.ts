import { readFileSync } from 'node:fs'
import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { unchecked } from '../loosely-typed.ts'

const catalogue: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../texts/en.json', import.meta.url), 'utf8'),
)
vi.setConfig({ testTimeout: 180_000 })

const english = { 'accept-language': 'en' }
/** Texts of messages and values of parameters are content, and so are the names of the first administrator and company. */
const contentFields: ReadonlySet<string> = new Set(['content', 'value'])

const installed: ReadonlySet<string> = new Set(['系统管理员', '平台运营'])
const isContent = (text: string, place: string, endpoint: string) =>
  contentFields.has(place) ||
  installed.has(text) ||
  (endpoint === 'sysMessageTemplates.list' && place === 'title') ||
  // What is translated, and languages in themselves.
  endpoint.startsWith('sysTexts.')

/** Texts of a reply that the catalogue translates, each with where it stands. */
const sourcesIn = (endpoint: string, value: unknown, place = ''): string[] => {
  if (typeof value === 'string')
    return catalogue[value] && !isContent(value, place, endpoint) ? [`${endpoint} ${place}: ${value}`] : []
  if (Array.isArray(value)) return value.flatMap((each) => sourcesIn(endpoint, each, place))
  if (typeof value !== 'object' || value === null) return []
  // Says what Chinese readers get.
  return 'language' in value && value.language === 'zh-CN'
    ? []
    : Object.entries(value).flatMap(([name, each]) => sourcesIn(endpoint, each, name))
}

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
})

const isAsked = (endpoint: Endpoint) =>
  !isMutation(endpoint) && endpoint.wire !== 'binary' && endpoint.wire !== 'stream'
const call = async (endpoint: Endpoint, params: Record<string, string>, headers: Record<string, string>) => {
  const query = endpoint.wire === 'list' ? { size: '100' } : {}
  const answer = await app.call(endpoint, unchecked({ params, query }), token, headers)
  // A list may take no size.
  return answer.code === 0 ? answer : app.call(endpoint, unchecked({ params, query: {} }), token, headers)
}
const readAll = async (headers: Record<string, string>) => {
  const asked = endpoints.filter(isAsked)
  const found = new Map<string, unknown>()
  const ids = new Map<string, string>()
  for (const endpoint of asked.filter(({ path }) => !path.includes(':'))) {
    const { data } = await call(endpoint, {}, headers)
    found.set(`${endpoint.module}.${endpoint.name}`, data)
    const first: unknown = Array.isArray(data) ? data[0] : undefined
    if (endpoint.name === 'list' && typeof first === 'object' && first !== null && 'id' in first)
      ids.set(endpoint.module, String(first.id))
  }
  for (const endpoint of asked.filter(({ path }) => path.match(/:\w+/g)?.join() === ':id')) {
    const id = ids.get(endpoint.module)
    if (id === undefined) continue
    found.set(`${endpoint.module}.${endpoint.name}`, (await call(endpoint, { id }, headers)).data)
  }
  return found
}

it('answers every read in English with no text of the product in Chinese', async () => {
  const replies = await readAll(english)
  const left = [...replies].flatMap(([name, data]) => [...new Set(sourcesIn(name, data))])
  expect(left).toEqual([])
  expect(replies.size).toBeGreaterThan(100)
})

it('answers in Chinese as before', async () => {
  const replies = await readAll({})
  expect(JSON.stringify(replies.get('sysConsole.menus'))).toContain('组织与成员')
  expect(JSON.stringify(replies.get('sysApis.list'))).toContain('：')
})
