import { expect, it } from 'vitest'
import { noAnnouncements } from '../../kernel/announcements.ts'
import type { Actor } from '../../kernel/scope.ts'
import { type Believed, createBeliefs } from './believed.ts'

const of = (userId: string): Believed => ({
  kind: 'session',
  actor: { userId, companyId: 'c', principal: null } as unknown as Actor,
  bindingHash: null,
})

it('what was being read while somebody was forgotten is not believed afterwards', () => {
  const beliefs = createBeliefs(noAnnouncements)
  const forgettings = [() => beliefs.forgetUser('u'), () => beliefs.forgetCompany('c'), () => beliefs.forgetAll()]
  for (const forget of forgettings) {
    const mark = beliefs.mark()
    forget()
    beliefs.keep('t', of('u'), mark)
    expect(beliefs.of('t')).toBeUndefined()
  }
  beliefs.keep('t', of('u'), beliefs.mark())
  expect(beliefs.of('t')).toBeDefined()
})
