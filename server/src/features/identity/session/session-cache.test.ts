import { expect, it } from 'vitest'
import { unchecked } from '../../../../test/loosely-typed.ts'
import { noAnnouncements } from '../../../kernel/announcements.ts'
import { type CachedSession, createSessionCache } from './session-cache.ts'

const buildCachedSession = (userId: string): CachedSession => ({
  kind: 'session',
  actor: unchecked({ userId, companyId: 'c', principal: null }),
  bindingHash: null,
})

it('does not cache a session that was invalidated while being read', () => {
  const cache = createSessionCache(noAnnouncements)
  const invalidations = [() => cache.forgetUser('u'), () => cache.forgetCompany('c'), () => cache.forgetAll()]
  for (const invalidate of invalidations) {
    const generation = cache.generation()
    invalidate()
    cache.set('t', buildCachedSession('u'), generation)
    expect(cache.get('t')).toBeUndefined()
  }
  cache.set('t', buildCachedSession('u'), cache.generation())
  expect(cache.get('t')).toBeDefined()
})
