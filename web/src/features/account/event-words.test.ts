import { contracts } from '@atrium/contract/index.ts'
import { expect, it } from 'vitest'
import { eventName } from './event-words.ts'

const other = eventName('')
const events = Object.values(contracts)
  .flatMap((contract) => Object.values(contract))
  .flatMap((endpoint) => ('audit' in endpoint && 'event' in endpoint.audit ? [endpoint.audit.event] : []))

it('has words for every event the product writes down', () => {
  expect(events).toContain('session.started')
  expect(events.filter((event) => eventName(event) === other)).toEqual([])
})

it('takes an unknown event, and the names every object has, for something else', () =>
  expect(['area.created', 'constructor'].map(eventName)).toEqual([other, other]))
