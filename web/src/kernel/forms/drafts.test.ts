import { beforeEach, expect, it, vi } from 'vitest'
import { draftOf, dropDraft, keepDraft } from './drafts.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
})
beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: 0 })
})

it('gives a form back what its owner had typed', () => {
  keepDraft('ann', 'add', { code: 'a.b' })
  keepDraft('ann', 'edit', { name: '名称' })
  expect(draftOf('ann', 'add')).toEqual({ code: 'a.b' })
  expect(draftOf('ann', 'edit')).toEqual({ name: '名称' })
  expect(draftOf('ann', 'other')).toBeUndefined()
})

it('gives it to nobody else, and keeps nothing for whoever comes back after another', () => {
  keepDraft('ann', 'add', { code: 'a.b' })
  expect(draftOf('bob', 'add')).toBeUndefined()
  expect(draftOf('ann', 'add')).toBeUndefined()
  expect(stored.size).toBe(0)
})

it('forgets after half an hour, and when told to', () => {
  keepDraft('ann', 'add', { code: 'a.b' })
  dropDraft('ann', 'add')
  expect(stored.size).toBe(0)
  keepDraft('ann', 'add', { code: 'a.b' })
  vi.setSystemTime(30 * 60_000)
  expect(draftOf('ann', 'add')).toBeUndefined()
})

it('does without a storage that holds something else', () => {
  stored.set('atrium.drafts', '{')
  expect(draftOf('ann', 'add')).toBeUndefined()
})
