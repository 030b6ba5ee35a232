import { describe, expect, it } from 'vitest'
import { sanitizedError } from './sanitized-error.ts'

const sanitizeMessage = (message: string) => sanitizedError(new Error(message)).message

describe('a sanitized error', () => {
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
  ])('hides secrets and personal data: %s', (message, shown) => {
    expect(sanitizeMessage(message)).toBe(shown)
  })
  it('names product files from the root, and libraries from node_modules', () => {
    const error = new Error('x')
    error.stack = `Error: x\n    at here (${import.meta.filename}:1:2)\n    at there (/opt/a/node_modules/pg/lib/client.js:3:4)\n    at file:///srv/elsewhere/b.js:5:6`
    expect(sanitizedError(error).stack.split('\n')).toEqual([
      'at here (server/src/features/audit/failures/sanitized-error.test.ts:1:2)',
      'at there (node_modules/pg/lib/client.js:3:4)',
      'at b.js:5:6',
    ])
  })
  it('is named by its class, with its code; other thrown values are wrapped', () => {
    expect(sanitizedError(Object.assign(new TypeError('x'), { code: 'E1' })).error).toBe('TypeError E1')
    expect(sanitizedError('plain')).toMatchObject({ error: 'Error', message: 'plain' })
  })
})
