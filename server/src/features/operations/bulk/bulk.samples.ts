import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, writer, operator, nextUser, nextTenant }) => {
  const body = (entity: string, id: string) => ({
    entity,
    operation: 'lock',
    ids: [id],
    input: { reason: '盘点', until: null },
  })
  const ofUser = () => body('user', nextUser())
  const ofCompany = () => body('company', nextTenant())
  const add = async () => (await app.call(bulkContract.create, { body: ofUser() }, writer)).data?.id
  const [read, applied] = [await add(), await add()]
  const across = (await app.call(bulkContract.createAcross, { body: ofCompany() }, operator)).data?.id
  return {
    'sysBulks.create': () => ({ body: ofUser(), token: writer }),
    'sysBulks.get': () => ({ params: { id: read }, token: writer }),
    'sysBulks.rows': () => ({ params: { id: read }, query: { search: '池' }, token: writer }),
    'sysBulks.apply': () => ({ params: { id: applied }, token: writer }),
    'sysBulks.passwords': () => ({ params: { id: read }, token: writer }),
    'sysBulks.createAcross': () => ({ body: ofCompany(), token: operator }),
    'sysBulks.applyAcross': () => ({ params: { id: across }, token: operator }),
  }
}
