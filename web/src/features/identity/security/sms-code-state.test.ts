import { expect, it } from 'vitest'
import { idle, nextState, type SmsCodeState, toText } from './sms-code-state.ts'

type Event = Parameters<typeof nextState>[1]
const after = (...events: Event[]): SmsCodeState => events.reduce(nextState, idle)
const clicked = { type: 'clicked' } as const
const sent = { type: 'sent', now: 0, seconds: 60 } as const

it('sends when clicked, counts down sixty seconds and becomes idle again', () => {
  expect(toText(idle)).toBe('发送验证码')
  expect(toText(after(clicked))).toBe('发送中...')
  expect(toText(after(clicked, sent))).toBe('60 秒')
  expect(toText(after(clicked, sent, { type: 'ticked', now: 1000 }))).toBe('59 秒')
  expect(toText(after(clicked, sent, { type: 'ticked', now: 59_999 }))).toBe('1 秒')
  expect(after(clicked, sent, { type: 'ticked', now: 60_000 })).toEqual(idle)
})

it('becomes idle again when sending fails', () => expect(after(clicked, { type: 'failed' })).toEqual(idle))

it('ignores clicks while sending or counting', () => {
  expect(after(clicked, clicked)).toEqual(after(clicked))
  expect(after(clicked, sent, clicked)).toEqual(after(clicked, sent))
})

it('skips the countdown if the reply states none', () =>
  expect(after(clicked, { type: 'sent', now: 0, seconds: 0 })).toEqual(idle))
