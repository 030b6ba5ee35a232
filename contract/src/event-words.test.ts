import { expect, it } from 'vitest'
import { eventName, moduleName } from './event-words.ts'
import { entityOf } from './index.ts'

it('names unknown events, and names inherited from Object, as other', () => {
  expect(['unknown.created', 'constructor'].map(eventName)).toEqual(['其他操作', '其他操作'])
  expect(moduleName('toString')).toBe('其他')
})
it('knows the entity of an event, also in the portal', () => {
  expect(['baseParameter.updated', 'password.changed', 'portalPassword.changed', 'user.locked'].map(entityOf)).toEqual([
    'baseParameter',
    'user',
    'user',
    'user',
  ])
})
