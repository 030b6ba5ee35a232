import { describe, expect, it } from 'vitest'
import { shownError } from './shown-error.ts'

const messageOf = (message: string) => shownError(new Error(message)).message

describe('an error as it is shown', () => {
  it.each([
    ['connect to postgres://atrium:s3cret@db/atrium failed', 'connect to postgres://***@db/atrium failed'],
    ['bad password=Weak#Reader1 given', 'bad password=*** given'],
    ['{"token": "abc", "page": 2}', '{"token": "***", "page": 2}'],
    ['mail to zhang.wei@example.cn refused', 'mail to *** refused'],
    ['value 13812345678 is taken', 'value *** is taken'],
    ['token kQ3xR9aZ1mB7cD5eF2gH8jL0 unknown', 'token *** unknown'],
    [
      "ENOENT: no such file or directory, open '/srv/atrium/data/outbox/1.json'",
      "ENOENT: no such file or directory, open '1.json'",
    ],
    ['relation "membership_invitations" does not exist', 'relation "membership_invitations" does not exist'],
  ])('hides what nobody should read: %s', (message, shown) => {
    expect(messageOf(message)).toBe(shown)
  })
  it('names files of the product from its root on, and libraries from their folder on', () => {
    const error = new Error('x')
    error.stack = `Error: x\n    at here (${import.meta.filename}:1:2)\n    at there (/opt/a/node_modules/pg/lib/client.js:3:4)\n    at file:///srv/elsewhere/b.js:5:6`
    expect(shownError(error).stack.split('\n')).toEqual([
      'at here (server/src/features/operation-logs/shown-error.test.ts:1:2)',
      'at there (node_modules/pg/lib/client.js:3:4)',
      'at b.js:5:6',
    ])
  })
  it('is named after its kind, with the code it has; what is no error at all is one too', () => {
    expect(shownError(Object.assign(new TypeError('x'), { code: 'E1' })).error).toBe('TypeError E1')
    expect(shownError('plain')).toMatchObject({ error: 'Error', message: 'plain' })
  })
})
