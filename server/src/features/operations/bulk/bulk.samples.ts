import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, writer, nextUser }) => {
  const body = () => ({ entity: 'user', operation: 'lock', ids: [nextUser()], input: { reason: '盘点', until: null } })
  const add = async () => (await app.call(bulkContract.create, { body: body() }, writer)).data?.id
  const [read, applied] = [await add(), await add()]
  return {
    'sysBulks.create': () => ({ body: body(), token: writer }),
    'sysBulks.get': () => ({ params: { id: read }, token: writer }),
    'sysBulks.rows': () => ({ params: { id: read }, query: { search: '池' }, token: writer }),
    'sysBulks.apply': () => ({ params: { id: applied }, token: writer }),
  }
}
