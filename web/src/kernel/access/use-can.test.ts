import { ownTenantContract } from '@atrium/contract/features/companies/own-tenant.contract.ts'
import { expect, it } from 'vitest'
import { mayCall } from './use-can.ts'

it('whoever visits another company is offered what he holds there, and not what is never open to guests', () => {
  const { own, exportData } = ownTenantContract
  const modules = { sysTenant: ['view', 'archive'] }
  const offered = (visits: boolean) =>
    [own, exportData].map((endpoint) => mayCall({ modules, fields: {}, visits, looksOnly: visits }, endpoint))
  expect(offered(false)).toEqual([true, true])
  expect(offered(true)).toEqual([true, false])
})
