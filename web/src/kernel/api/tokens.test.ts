import { beforeEach, expect, it, vi } from 'vitest'
import {
  clearTokens,
  dropActingTokens,
  isActing,
  keepActingTokens,
  keepTokens,
  replaceTokens,
  storedTokens,
} from './tokens.ts'

const areaOf = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    clear: () => kept.clear(),
  }
}
const [local, session] = [areaOf(), areaOf()]
vi.stubGlobal('localStorage', local)
vi.stubGlobal('sessionStorage', session)
const trio = (name: string) => ({ token: name, refreshToken: `${name}-refresh`, aesKey: `${name}-key` })

beforeEach(() => {
  local.clear()
  session.clear()
})

it('lets the tokens of a visit win as long as there are any, and leaves one’s own alone', () => {
  keepTokens(trio('own'))
  expect(isActing()).toBe(false)
  keepActingTokens(trio('visit'))
  expect(storedTokens()).toEqual(trio('visit'))
  expect(local.getItem('token')).toBe('own')
  dropActingTokens()
  expect(storedTokens()).toEqual(trio('own'))
})

it('puts renewed tokens where the former ones are, and nowhere when those are gone', () => {
  keepTokens(trio('own'))
  keepActingTokens(trio('visit'))
  replaceTokens(trio('visit'), trio('visit-2'))
  expect(storedTokens()).toEqual(trio('visit-2'))
  expect(local.getItem('token')).toBe('own')
  replaceTokens(trio('own'), trio('own-2'))
  expect(session.getItem('token')).toBe('visit-2')
  dropActingTokens()
  replaceTokens(trio('visit-2'), trio('visit-3'))
  expect(storedTokens()).toEqual(trio('own-2'))
})

it('visits nobody after signing in or out', () => {
  keepActingTokens(trio('visit'))
  keepTokens(trio('own'))
  expect(storedTokens()).toEqual(trio('own'))
  keepActingTokens(trio('visit'))
  clearTokens()
  expect(storedTokens()).toBeUndefined()
})
