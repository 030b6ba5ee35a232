import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { expect, it } from 'vitest'
import { canCall } from './use-can.ts'

it('needs the module and its operation', () => {
  const { create } = baseParametersContract
  const may = (modules: Record<string, string[]>) =>
    canCall({ modules, fields: {}, custom: {}, isActing: false, isReadOnly: false }, create)
  expect(may({ sysBases: ['list', 'add'] })).toBe(true)
  expect(may({ sysBases: ['list'] })).toBe(false)
  expect(may({ sysUsers: ['add'] })).toBe(false)
})

it('offers a visitor what they hold in the visited company, except what is never open to guests', () => {
  const { own, exportData } = ownTenantContract
  const modules = { sysTenant: ['view', 'archive'] }
  const offered = (isActing: boolean) =>
    [own, exportData].map((endpoint) =>
      canCall({ modules, fields: {}, custom: {}, isActing, isReadOnly: isActing }, endpoint),
    )
  expect(offered(false)).toEqual([true, true])
  expect(offered(true)).toEqual([true, false])
})
