import { expect, it } from 'vitest'
import { inAppPath } from './in-app-path.ts'

it.each(['/', '/dashboard', '/web/sys/bases?page=2&search=100%25', '/web/a#b', '/web/a?to=//elsewhere'])(
  'follows %s',
  (address) => expect(inAppPath(address)).toBe(address),
)

it.each([
  '',
  'dashboard',
  '//host',
  '/a//b',
  '/\\host',
  '/\thost',
  '/%2Fhost',
  '/%5Chost',
  '/%252Fhost',
  '/%255Chost',
  '/%09/host',
  '/%',
  'https://host/',
  'javascript:alert(1)',
])('refuses %s', (address) => expect(inAppPath(address)).toBeUndefined())
