import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { callers } from '../../server/test/matrix/callers.ts'
import { getExpected } from '../../server/test/matrix/expected.ts'
import { table } from './markdown-table.ts'

const displayPath = ({ path }: Endpoint) => path.replace(/:([a-zA-Z]+)/g, '{$1}')

/**
 * Which callers each endpoint admits (✓) and refuses (✗); server/test/matrix checks the same against a running server.
 */
export const accessMatrixPage = () =>
  table(
    'Access matrix',
    ['Call', ...callers.map(({ title }) => title)],
    endpoints.map((endpoint) => [
      `\`${endpoint.method} ${displayPath(endpoint)}\``,
      ...callers.map((caller) => (getExpected(endpoint, caller) === 'past' ? '✓' : '✗')),
    ]),
  )
