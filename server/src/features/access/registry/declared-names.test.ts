import { catalogue, endpoints } from '@atrium/contract/index.ts'
import { expect, it } from 'vitest'
import { apiName, moduleName, operationName } from './declared-names.ts'

it('names every module, operation and API of the product', () => {
  const names = endpoints.flatMap((endpoint) => [
    moduleName(endpoint.module),
    ...(endpoint.access.kind === 'permitted' ? [operationName(endpoint.access.operation)] : []),
    ...apiName(catalogue, endpoint).split('：'),
  ])
  expect([...new Set(names)].filter((name) => !/\p{Script=Han}/u.test(name))).toEqual([])
})
it('tells the statistics of the open platform from its lists', () => {
  const stats = endpoints
    .filter(({ name }) => name === 'stat' || name === 'companyStat')
    .map((endpoint) => apiName(catalogue, endpoint))
  expect(stats).toEqual(['开放接口：调用统计', '应用：调用统计', '应用：全部应用的调用统计'])
})
