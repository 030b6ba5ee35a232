import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Cell } from '../src/kernel/workbooks/workbook.ts'
import { buildRole } from './factories.ts'
import { buildSheet } from './filled-workbook.ts'
import { createImportStage, type ImportStage } from './import-stage.ts'

// A new company with a caller who imports its users, for each test of the file that imports this.

const userRights = ['list', 'get', 'add', 'edit', 'roles', 'lock', 'delete'].map((operation) => `sysUsers:${operation}`)
export const importRights = [...userRights, 'sysOrgs:list', 'sysOrgs:add', 'sysOrgs:members', 'sysPosts:list']
export const allTitles = '账号 姓名 手机号 邮箱 身份证号 性别 组织 岗位 职务 角色 到期时间 备注'.split(' ')

type Rows = readonly (readonly Cell[])[]
export let stage: ImportStage
export let companyId: string
export let token: string
export let caller: Awaited<ReturnType<ImportStage['signInNew']>>['user']
/** A role that the caller may assign, and a post. */
export let role: { id: string; name: string }
export let post: string

/** Gives each test of the file a new company, whose caller imports users. */
export const setUpImportedUsers = (): void => {
  beforeAll(async () => {
    stage = await createImportStage()
  })
  beforeEach(async () => {
    await stage.app.sql('delete from limits')
    ;({ companyId, token, user: caller } = await stage.signInNew(importRights))
    role = await buildRole(stage.app, { companyId, permissions: ['sysUsers:list'] })
    post = `会计${companyId.slice(-6)}`
    await stage.app.sql(
      `insert into posts (company_id, id, name, code, created_by, updated_by)
       values ($1, gen_random_uuid(), $2, 'acc', '{}', '{}')`,
      [companyId, post],
    )
  })
}

let lastNumber = 0
/** An account, a phone and a mail address that no other test has. */
export const fresh = () => {
  lastNumber += 1
  const number = String(lastNumber).padStart(4, '0')
  return { account: `imported${number}`, phone: `1390000${number}`, email: `i${number}@example.cn` }
}
export const addUser = async (body: RequestOf<typeof usersContract.create>['body'], by = token) => {
  const { data, msg } = await stage.app.call(usersContract.create, { body }, by)
  if (!data) throw new Error(msg)
  return data.id
}
export const addOrganization = async (name: string, parent: string | null = null) => {
  const body = { name, code: '', kind: 'dept', phone: '', email: '', status: 1, parent } as const
  const { data, msg } = await stage.app.call(organizationsContract.create, { body }, token)
  if (!data) throw new Error(msg)
  return data.id
}

export const upload = (titles: readonly string[], rows: Rows, by = token) =>
  stage.upload(by, 'user', [buildSheet(titles, rows)])
export const check = async (titles: readonly string[], rows: Rows, by = token) => {
  const id = await upload(titles, rows, by)
  const { run, counts } = await stage.check(by, id)
  expect(run).toMatchObject({ state: 'done' })
  return { id, counts, rows: await stage.readRows(by, id) }
}
export const importRows = async (titles: readonly string[], rows: Rows) => {
  const checked = await check(titles, rows)
  return { ...checked, ...(await stage.apply(token, checked.id)) }
}
/** What is wrong with each row, by its number. */
export const problemsIn = (rows: Awaited<ReturnType<ImportStage['readRows']>>) =>
  rows.map(({ row, problems }) => [row, ...problems.map(({ field, msg }) => `${field} ${msg}`)])

export const storedUser = async (account: string) => {
  const [found] = await stage.app.sql(
    `select users.*, array(
        select orgs.name || ' ' || own.duty || ' ' || own.is_primary || ' ' || coalesce(posts.name, '-')
        from user_orgs own join orgs on orgs.company_id = own.company_id and orgs.id = own.org_id
        left join posts on posts.company_id = own.company_id and posts.id = own.post_id
        where own.company_id = users.company_id and own.user_id = users.id order by orgs.name) as organizations,
      array(select roles.name from user_roles assignment
        join roles on roles.company_id = assignment.company_id and roles.id = assignment.role_id
        where assignment.company_id = users.company_id and assignment.user_id = users.id order by 1) as roles
     from users where company_id = $1 and account = $2`,
    [companyId, account],
  )
  return found
}
