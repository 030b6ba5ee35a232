import { expect, it } from 'vitest'
import { entityOf, eventName, moduleName } from './event-words.ts'

it('takes an unknown event, and the names every object has, for something else', () => {
  expect(['area.created', 'constructor'].map(eventName)).toEqual(['其他操作', '其他操作'])
  expect(moduleName('toString')).toBe('其他')
})
it('knows what an event happened to, also in the portal', () => {
  expect(['baseParameter.updated', 'password.changed', 'portalPassword.changed', 'user.locked'].map(entityOf)).toEqual([
    'baseParameter',
    'user',
    'user',
    'user',
  ])
})
