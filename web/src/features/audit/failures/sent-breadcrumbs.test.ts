import { breadcrumbsWrite } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { expect, it } from 'vitest'
import { toSentBreadcrumbs } from './sent-breadcrumbs.ts'

it('counts back from the failed call', () => {
  const steps = toSentBreadcrumbs([
    { kind: 'tab', state: 'visible', at: 1000.4 },
    { kind: 'call', method: 'GET', path: '/api/sys/posts/:id/v1', code: 500, ms: 12, traceId: '', at: 3000 },
  ])
  expect(steps.map(({ before }) => before)).toEqual([2000, 0])
})
it('has no ids, parameters and quoted text, and is valid for the contract', () => {
  const events = toSentBreadcrumbs([
    { kind: 'route', path: '/web/report/0196f0a2-0000-7000-8000-000000000000?name=张三', at: 0 },
    { kind: 'route', path: '/web/sys/users', at: 0 },
    { kind: 'error', message: `SyntaxError: Unexpected token 'h', "hello 张三" is not valid JSON`, at: 0 },
    { kind: 'error', message: `TypeError: Cannot read properties of undefined (reading 'name')`, at: 0 },
    { kind: 'error', message: `Error: 13800000000 is "cut of`, at: 0 },
  ])
  expect(events.map((event) => ('path' in event ? event.path : 'message' in event && event.message))).toEqual([
    '/web/report/{id}',
    '/web/sys/users',
    'SyntaxError: Unexpected token …, … is not valid JSON',
    `TypeError: Cannot read properties of undefined (reading 'name')`,
    'Error: # is …',
  ])
  const sent = { version: '1', width: 1, height: 1, timeZone: 'Asia/Shanghai', events }
  expect(breadcrumbsWrite.safeParse(sent).success).toBe(true)
})
