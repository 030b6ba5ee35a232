import { expect, it } from 'vitest'
import { takeEvents } from './event-stream.ts'

it('takes whole events and leaves the beginning of the next', () => {
  expect(takeEvents(': open\n\nevent: grants\ndata: {"stamp":"1"}\n\nevent: gra')).toEqual({
    events: [{ name: 'grants', data: '{"stamp":"1"}' }],
    rest: 'event: gra',
  })
})
