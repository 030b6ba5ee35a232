import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { paletteContract } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { firstPage } from './compare-list.ts'
import type { Seeded } from './seed-scale.ts'

/** Addresses by what the tables call them. */
export type Requests = Readonly<Record<string, string>>

/** A path with its id. */
export const withId = ({ path }: { path: string }, id: string) => path.replace(':id', id)
const page = (path: string, query: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ page: '1', size: '10', ...query })}`
const users = page(usersContract.list.path)
const searchPath = (search: string) => page(usersContract.list.path, { search })
const organizationOptions = `${organizationsContract.options.path.replace(':id', '0')}?${new URLSearchParams({ keyword: '部' })}`
const palettePath = (keyword: string) => `${paletteContract.find.path}?${new URLSearchParams({ keyword })}`

/**
 * It finds one company in the small dataset and a full page in the large one: its growth shows the page size rather
 * than the data size.
 */
export const companySearch = '切换搜索'
/** Requests of the platform's administrator: over all companies, and a plain list. */
export const platformRequests: Requests = {
  [companySearch]: page(companiesContract.list.path, { search: '云帆' }),
  '切换搜索 命令面板': palettePath('云帆'),
  '切换搜索 一家': page(companiesContract.list.path, { search: 'C00001' }),
  // Ten results in either dataset.
  '切换搜索 一页': page(companiesContract.list.path, { search: 'C0001' }),
  公司列表: page(companiesContract.list.path),
  普通列表: firstPage,
  运营工作台: workbenchContract.read.path,
}
/** Requests in the largest company, independent of its size. */
export const largestCompanyRequests = ({ organization }: Seeded): Requests => ({
  组织展开: page(organizationsContract.list.path, { parent: organization }),
  用户列表: users,
  公司工作台: workbenchContract.read.path,
})
/** Requests with many rights and users. */
export const rightsRequests = ({ phone }: Seeded, role: string): Requests => ({
  授权: sessionContract.grants.path,
  角色列表: page(rolesContract.list.path),
  角色成员: page(withId(roleMembersContract.members, role)),
  '搜索 两字姓名': searchPath('王芳'),
  '搜索 常见姓': searchPath('王'),
  '搜索 常见名': searchPath('伟'),
  '搜索 三字姓名': searchPath('王芳娜'),
  '搜索 账号': searchPath('wangfang'),
  '搜索 常见账号开头': searchPath('wang'),
  '搜索 手机号': searchPath(phone),
  '搜索 没有的': searchPath('龘龘'),
  '搜索 命令面板 两字姓名': palettePath('王芳'),
  '搜索 命令面板 常见姓': palettePath('王'),
  '搜索 命令面板 账号': palettePath('wangfang'),
  '搜索 命令面板 没有的': palettePath('龘龘'),
})
/** Other requests about organisations of the largest company. */
export const organizationRequests = ({ organization }: Seeded): Requests => ({
  组织详情: withId(organizationsContract.get, organization),
  组织成员: page(withId(organizationsContract.members, organization)),
  组织选项: organizationOptions,
  组织搜索: page(organizationsContract.list.path, { search: '研发' }),
  '组织 用户列表': page(usersContract.list.path, { orgId: organization }),
})
/** Requests of a caller who sees one branch of the largest company. */
export const branchRequests = ({ phone }: Seeded): Requests => ({
  '分支 用户列表': users,
  '分支 组织': page(organizationsContract.list.path),
  '分支 搜索 常见姓': searchPath('王'),
  '分支 搜索 手机号': searchPath(phone),
  '分支 搜索 没有的': searchPath('龘龘'),
})
/** The newest and the oldest page of the operation log, both found by key. */
export const logRequests: Requests = {
  操作日志首页: `${operationLogsContract.operations.path}?size=10`,
  操作日志末页: `${operationLogsContract.operations.path}?size=10&after=11`,
}
