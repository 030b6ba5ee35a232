import { tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { ownReviewsContract } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import { invitationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { customFieldsContract } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Insider } from './insiders.repository.ts'
import type { ProductCalls } from './product-calls.ts'
import { makeWorkbook } from './sample-files.ts'

const dayMs = 86_400_000

/** What members tried to open, and why they ask for it. */
const wishes = [
  [postsContract.list, '负责整理岗位说明书，需要查看岗位'],
  [rolesContract.list, '协助部门经理核对角色，需要查看'],
  [excelsContract.list, '每月导入考勤数据，需要使用模板'],
] as const satisfies readonly (readonly [Endpoint, string])[]

/** Members are refused a page and ask for the right. */
export const askForRights = async (calls: ProductCalls, members: readonly Insider[]): Promise<void> => {
  for (const [at, { token }] of members.entries()) {
    const [endpoint, reason] = wishes[at % wishes.length] ?? wishes[0]
    const traceId = await calls.beRefused(endpoint, { query: {} }, token)
    await calls.call(explainContract.request, { body: { traceId, reason } }, token)
  }
}

/** A review of all roles, which its creator has begun to answer. */
export const startReview = async (calls: ProductCalls, { token }: Insider): Promise<void> => {
  const dueTime = new Date(Date.now() + 14 * dayMs).toISOString()
  const body = { name: '第四季度权限复核', dueTime, coverage: 'all' as const, repeatMonths: 3 as const }
  const { id } = await calls.call(reviewsContract.create, { body }, token)
  const items = (await calls.list(ownReviewsContract.ownItems, { query: { 'f.reviewId': id, size: 20 } }, token)) as {
    id: string
  }[]
  const answered = items.slice(0, 6).map((item) => item.id)
  const [removed, ...kept] = answered
  if (kept.length > 0)
    await calls.call(
      ownReviewsContract.answerItems,
      { params: { id }, body: { ids: kept, answer: 'keep', reason: '' } },
      token,
    )
  if (removed !== undefined)
    await calls.call(
      ownReviewsContract.answerItems,
      { params: { id }, body: { ids: [removed], answer: 'remove', reason: '已调离该岗位' } },
      token,
    )
}

/** Codes for newcomers, and invitations of accounts of another company. */
export const invite = async (calls: ProductCalls, { token }: Insider, guests: readonly string[]): Promise<void> => {
  for (const [note, mostUses, days] of [
    ['校园招聘', 50, 60],
    ['华东门店店长', 20, 30],
    ['外包客服', 5, 7],
  ] as const)
    await calls.call(invitationsContract.create, { body: { note, mostUses, days } }, token)
  for (const target of guests)
    await calls.call(membershipsContract.create, { body: { target, note: '年度审计，请协助查看权限和日志' } }, token)
}

/** The operator asks to visit a company that decides on each visit. */
export const askForVisit = (calls: ProductCalls, { token }: Insider, companyId: string): Promise<unknown> =>
  calls.tryCall(
    switchingContract.switch,
    { params: { id: companyId }, body: { mode: 'view', reason: '协助排查考勤数据导入失败', minutes: 60 } },
    token,
  )

/** The company prepares sign-in by two providers, and has removed an account of a leaver. */
export const manageAccounts = async (
  calls: ProductCalls,
  { token }: Insider,
  left: Insider | undefined,
): Promise<void> => {
  for (const provider of [
    { kind: 'wecom' as const, name: '企微登录', clientId: 'ww3f5e9b0c7d1a2468', agentId: '1000002' },
    { kind: 'oidc' as const, name: '统一身份平台', clientId: 'atrium', issuer: 'https://sso.example.com' },
  ])
    await calls.call(
      identityProvidersContract.create,
      { body: { ...provider, secret: 'demonstration-only', enabled: false } },
      token,
    )
  if (left) await calls.call(userStatusContract.remove, { params: { id: left.id }, body: {} }, token)
}

/** What the company keeps of its users and posts beside what the product knows. */
export const addFields = async (calls: ProductCalls, { token }: Insider): Promise<void> => {
  for (const field of [
    { entity: 'user', key: 'jobNo', name: '工号', kind: 'text' as const, unique: true, searchable: true },
    { entity: 'user', key: 'joinedOn', name: '入职日期', kind: 'date' as const, searchable: true },
    { entity: 'post', key: 'grade', name: '职等', kind: 'number' as const },
  ])
    await calls.call(customFieldsContract.create, { body: field }, token)
}

const tags = [['核心骨干', '待交接'], ['核心骨干'], ['驻外'], ['核心骨干', '驻外', '远程办公']] as const

/** The company sorts some of its members by words of its own. */
export const tagMembers = async (
  calls: ProductCalls,
  { token }: Insider,
  members: readonly Insider[],
): Promise<void> => {
  for (const [at, { id }] of members.entries())
    for (const name of tags[at % tags.length] ?? [])
      await calls.call(tagsContract.attach, { body: { entity: 'user', id, name } }, token)
}

const importedPosts = [
  ['会计', 'accountant', '基层'],
  ['出纳', 'cashier', '基层'],
  ['审计主管', 'audit-lead', '中层'],
  ['', 'no-name', '基层'],
  ['采购员', 'buyer', '资深'],
  ['仓管员', 'store keeper', '基层'],
  ['会计', 'accountant', '中层'],
] as const

/** Uploads a workbook of posts of which three rows are wrong, and starts its check. */
export const checkImport = async (calls: ProductCalls, { token }: Insider, excelId: string): Promise<void> => {
  const file = { name: '岗位清单.xlsx', bytes: await makeWorkbook(['岗位名称', '编码', '级别'], importedPosts) }
  const { id } = (await calls.sendForm(`/api/sys/excels/${excelId}/import/v1`, file, token)) as { id: string }
  await calls.call(importsContract.checkImport, { params: { id }, body: { revision: 1 } }, token)
}
