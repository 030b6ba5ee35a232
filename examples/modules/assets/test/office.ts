import {
  approvalsContract,
  assignCompanyAdmin,
  buildOrganization,
  buildTenant,
  buildUser,
  createTestApp,
  type TestApp,
} from '@atrium/kit/test'
import { assetsContract } from '../assets/assets.contract.ts'
import { categoriesContract } from '../categories/categories.contract.ts'

const rightsTo = (module: string, operations: string) =>
  operations.split(' ').map((operation) => `${module}:${operation}`)
/** May do all that there is with assets. */
export const administratorRights = [
  ...rightsTo('assets', 'list add edit delete handOver scrap export'),
  ...rightsTo('assetsCategories', 'list add edit delete'),
  ...rightsTo('assetsStocktakings', 'list add edit delete close'),
  ...rightsTo('assetsStockItems', 'list add edit delete export'),
]
/** What imports take beside the rights to what they write. */
export const importRights = rightsTo('sysExcels', 'list add edit delete meta run')
/** What one who keeps assets needs. */
export const keeperRights = ['assets:list', 'assets:handOver']

let offices = 1
/** A company with two organisations, one of which has a leader and two keepers of assets, and an administrator of assets. */
export const openOffice = async (given?: TestApp) => {
  const app = given ?? (await createTestApp())
  const companyId = await buildTenant(app, `资产公司${offices++}`)
  const north = await buildOrganization(app, companyId, '北区')
  const south = await buildOrganization(app, companyId, '南区')
  const inNorth = { companyId, org: north, permissions: keeperRights }
  const [administrator, leader, keeper, colleague] = await Promise.all([
    buildUser(app, { companyId, permissions: administratorRights, name: '资产管理员' }),
    buildUser(app, { ...inNorth, leads: true, scope: 'orgSub', name: '部门负责人' }),
    buildUser(app, { ...inNorth, scope: 'self', name: '保管人甲' }),
    buildUser(app, { ...inNorth, scope: 'orgSub', name: '保管人乙' }),
  ])
  const head = await buildUser(app, { companyId, name: '公司管理员' })
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, head.id))
  const token = await app.signIn(administrator)
  const body = { name: '电脑', code: 'computer', months: 36, residualPercent: 5 }
  const category = (await app.call(categoriesContract.create, { body }, token)).data?.id ?? ''

  const sample = {
    name: '笔记本电脑',
    category,
    price: '6999.00',
    boughtOn: '2026-01-31',
    state: 'idle',
    location: '三楼',
  }
  return {
    app,
    companyId,
    north,
    south,
    people: { administrator, leader, keeper, colleague, head },
    token,
    category,
    sample,
    /** Adds an asset as the administrator. */
    async add(write: Partial<typeof sample> & { number?: string; keeper?: string; org?: string } = {}) {
      const { data } = await app.call(assetsContract.create, { body: { ...sample, ...write } }, token)
      return data?.id ?? ''
    },
    async read(id: string) {
      const { data } = await app.call(assetsContract.get, { params: { id } }, token)
      if (!data) throw new Error('no asset')
      return data
    },
    /** What a user reads of the approval of the asset of this name that waits for them. */
    async readWaiting(name: string, by: string) {
      const { data = [] } = await app.call(approvalsContract.list, { query: { 'f.box': 'waiting' } }, by)
      const id = data.find((approval) => approval.name.startsWith(`${name}（`))?.id ?? ''
      return (await app.call(approvalsContract.get, { params: { id } }, by)).data
    },
    /** Decides on the approval of the asset of this name that waits for a user. */
    async decide(decision: 'approve' | 'refuse', name: string, by: string) {
      const { data = [] } = await app.call(approvalsContract.list, { query: { 'f.box': 'waiting' } }, by)
      const { id = '', version = 0 } = data.find((approval) => approval.name.startsWith(`${name}（`)) ?? {}
      return app.call(approvalsContract[decision], { params: { id }, body: { version, reason: '同意' } }, by)
    },
  }
}
export type Office = Awaited<ReturnType<typeof openOffice>>
