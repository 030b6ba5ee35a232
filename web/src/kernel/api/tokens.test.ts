import { beforeEach, expect, it, vi } from 'vitest'
import {
  clearTabTokens,
  clearTokens,
  hasTabSession,
  headerToken,
  replaceTokens,
  storedTokens,
  storeTabTokens,
  storeTemporaryToken,
  storeTokens,
} from './tokens.ts'

const createArea = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    clear: () => kept.clear(),
  }
}
const [local, session] = [createArea(), createArea()]
vi.stubGlobal('localStorage', local)
vi.stubGlobal('sessionStorage', session)
const tokenSet = (name: string) => ({ token: name, refreshToken: `${name}-refresh`, aesKey: `${name}-key` })

beforeEach(() => {
  local.clear()
  session.clear()
})

it('prefers a visit’s tokens and leaves the own ones unchanged', () => {
  storeTokens(tokenSet('own'))
  expect(hasTabSession()).toBe(false)
  storeTabTokens(tokenSet('visit'))
  expect(storedTokens()).toEqual(tokenSet('visit'))
  expect(local.getItem('token')).toBe('own')
  clearTabTokens()
  expect(storedTokens()).toEqual(tokenSet('own'))
})

it('replaces tokens only where the former ones are still stored', () => {
  storeTokens(tokenSet('own'))
  storeTabTokens(tokenSet('visit'))
  replaceTokens(tokenSet('visit'), tokenSet('visit-2'))
  expect(storedTokens()).toEqual(tokenSet('visit-2'))
  expect(local.getItem('token')).toBe('own')
  replaceTokens(tokenSet('own'), tokenSet('own-2'))
  expect(session.getItem('token')).toBe('visit-2')
  clearTabTokens()
  replaceTokens(tokenSet('visit-2'), tokenSet('visit-3'))
  expect(storedTokens()).toEqual(tokenSet('own-2'))
})

it('sends the temporary token before any other, and none of a session that has begun', () => {
  storeTokens(tokenSet('own'))
  expect(headerToken()).toBe('own')
  storeTemporaryToken('half')
  expect(headerToken()).toBe('half')
  storeTokens(tokenSet('next'))
  expect(headerToken()).toBe('next')
  expect([local, session].flatMap((area) => area.getItem('token') ?? [])).toEqual(['next'])
})

it('ends a visit on sign-in and sign-out', () => {
  storeTabTokens(tokenSet('visit'))
  storeTokens(tokenSet('own'))
  expect(storedTokens()).toEqual(tokenSet('own'))
  storeTabTokens(tokenSet('visit'))
  clearTokens()
  expect(storedTokens()).toBeUndefined()
})
