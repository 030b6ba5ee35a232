import { expect, it } from 'vitest'
import { parseEvents } from './event-stream.ts'

it('returns complete events and the rest of the text', () => {
  expect(parseEvents(': open\n\nevent: grants\ndata: {"stamp":"1"}\n\nevent: gra')).toEqual({
    events: [{ name: 'grants', data: '{"stamp":"1"}' }],
    rest: 'event: gra',
  })
})
