import { expect, it } from 'vitest'
import { parseEvents } from './event-stream.ts'

it('returns complete events and the rest of the text', () => {
  expect(parseEvents(': open\n\nevent: grants\ndata: {"stamp":"1"}\n\nevent: gra')).toEqual({
    events: [{ name: 'grants', data: '{"stamp":"1"}' }],
    rest: 'event: gra',
  })
})

it('reads positions, of events and alone', () => {
  const text = 'id: 5.17\n\nevent: grants\nid: 6.18\ndata: {}\n\n: still here\nid: 7.19\n\n'
  expect(parseEvents(text).events).toEqual([
    { name: '', data: '', id: '5.17' },
    { name: 'grants', data: '{}', id: '6.18' },
    { name: '', data: '', id: '7.19' },
  ])
})
