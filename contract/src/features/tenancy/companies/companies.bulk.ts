import * as z from 'zod/mini'
import { defineBulk, noInput } from '../../../kernel/bulk.ts'
import { id } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { tenantsContract } from '../tenants/tenants.contract.ts'
import { companiesContract, companiesFilter, companyLock } from './companies.contract.ts'

const { list, lock, unlock } = companiesContract
const endpoint = tenantsContract.updateTenant
export const bulkPlan = z.object({ planId: id })
/** Null: the tenant does not expire. */
export const bulkTenantExpiry = z.object({ expireTime: optionalMomentInput })
const ends = { sessions: '在线会话', users: '不能登录的用户' }
const ceiling = {
  losingCompanies: '失去权限的公司',
  losingRoles: '失去权限的角色',
  losingUsers: '失去权限的用户',
  overUsers: '用户数超过新套餐上限的公司',
  overStorage: '存储空间超过新套餐上限的公司',
}

/** Operations on companies of the platform. */
export const companiesBulk = defineBulk({
  entity: 'company',
  noun: '公司',
  list,
  filter: companiesFilter,
  operations: {
    lock: { title: '锁定公司', endpoint: lock, undo: { endpoint: unlock }, input: companyLock, impact: ends },
    unlock: { title: '解锁公司', endpoint: unlock, undo: { endpoint: lock }, input: noInput },
  },
})
/** Operations on the tenants of top companies; subsidiaries share them and are refused. */
export const tenantsBulk = defineBulk({
  entity: 'company',
  noun: '公司',
  list,
  filter: companiesFilter,
  operations: {
    changePlan: { title: '变更公司套餐', endpoint, undo: { endpoint }, input: bulkPlan, impact: ceiling },
    expire: { title: '设置公司到期时间', endpoint, undo: { endpoint }, input: bulkTenantExpiry },
  },
})
