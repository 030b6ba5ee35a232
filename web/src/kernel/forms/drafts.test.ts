import { beforeEach, expect, it, vi } from 'vitest'
import { deleteDraft, readDraft, storeDraft } from './drafts.ts'

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

it('restores what the owner typed', () => {
  storeDraft('ann', 'add', { code: 'a.b' })
  storeDraft('ann', 'edit', { name: '名称' })
  expect(readDraft('ann', 'add')).toEqual({ code: 'a.b' })
  expect(readDraft('ann', 'edit')).toEqual({ name: '名称' })
  expect(readDraft('ann', 'other')).toBeUndefined()
})

it('restores nothing for another user, nor for the owner after them', () => {
  storeDraft('ann', 'add', { code: 'a.b' })
  expect(readDraft('bob', 'add')).toBeUndefined()
  expect(readDraft('ann', 'add')).toBeUndefined()
  expect(stored.size).toBe(0)
})

it('forgets after half an hour, and when deleted', () => {
  storeDraft('ann', 'add', { code: 'a.b' })
  deleteDraft('ann', 'add')
  expect(stored.size).toBe(0)
  storeDraft('ann', 'add', { code: 'a.b' })
  vi.setSystemTime(30 * 60_000)
  expect(readDraft('ann', 'add')).toBeUndefined()
})

it('ignores unreadable content in the storage', () => {
  stored.set('atrium.drafts', '{')
  expect(readDraft('ann', 'add')).toBeUndefined()
})
