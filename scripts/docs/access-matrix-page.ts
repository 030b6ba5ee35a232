import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { callers } from '../../server/test/matrix/callers.ts'
import { expectedOf } from '../../server/test/matrix/expected.ts'
import { table } from './markdown-table.ts'

const wholePath = ({ path }: Endpoint) => path.replace(/:([a-zA-Z]+)/g, '{$1}')

/** Whom every call lets in (✓) and turns away (✗); server/test/matrix asks a running server the same. */
export const accessMatrixPage = () =>
  table(
    'Access matrix',
    ['Call', ...callers.map(({ title }) => title)],
    endpoints.map((endpoint) => [
      `\`${endpoint.method} ${wholePath(endpoint)}\``,
      ...callers.map((caller) => (expectedOf(endpoint, caller) === 'past' ? '✓' : '✗')),
    ]),
  )
