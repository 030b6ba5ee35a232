import { randomUUID } from 'node:crypto'
import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'

const { create, initialise, tenant } = companiesContract
type New = RequestOf<typeof create>['body']

let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  await app.sql('delete from limits')
})

const short = () => randomUUID().slice(0, 8)
const tried = (rest: Partial<New>) =>
  app.call(
    create,
    { body: { name: `公司${randomUUID()}`, admin: { account: `k_${short()}`, name: '王芳' }, ...rest } },
    root,
  )
const begun = async (template: string, rest: Partial<New> = {}) => {
  const { data, msg } = await tried({ template, ...rest })
  if (!data) throw new Error(msg)
  return data
}
const init = (id: string, body = {}) => app.call(initialise, { params: { id }, body }, root)

const org = async (
  companyId: string,
  name: string,
  rest: { above?: { id: string; path: string }; code?: string } = {},
) => {
  const id = randomUUID()
  const path = `${rest.above?.path ?? '/'}${id}/`
  await app.sql(
    `insert into orgs (company_id, id, parent_id, name, path, code, sort, phone, email) values ($1, $2, $3, $4, $5, $6, 7, '13800000000', 'a@b.cn')`,
    [companyId, id, rest.above?.id ?? null, name, path, rest.code ?? ''],
  )
  return { id, path }
}
type NewRole = {
  name: string
  elements?: string[]
  menus?: string[]
  scope?: string
  orgs?: string[]
  rules?: object[]
  parent?: string
}
const role = async (companyId: string, { name, elements = [], menus = [], ...rest }: NewRole) => {
  const id = randomUUID()
  await app.sql(
    `insert into roles (company_id, id, code, name, data_scope, data_org_ids, rules, parent_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[companyId, id, `c-${short()}`, name, rest.scope ?? 'self', rest.orgs ?? []],
      ...[JSON.stringify(rest.rules ?? []), rest.parent ?? null],
    ],
  )
  await app.sql('insert into role_elements select $1, $2, unnest($3::text[])', [companyId, id, elements])
  await app.sql('insert into role_menus select $1, $2, id from menus where code = any($3)', [companyId, id, menus])
  return id
}
const by = JSON.stringify({ id: '', name: '李雷' })

/** A company with something of everything, and people in it. */
const buildTemplate = async () => {
  const name = `模板${short()}`
  const id = await buildTenant(app, name)
  const leader = await buildUser(app, { companyId: id })
  await app.sql(`delete from user_roles where company_id = $1`, [id])
  await app.sql(`delete from roles where company_id = $1`, [id])
  const head = await org(id, '总部', { code: 'HQ' })
  const sales = await org(id, '销售部', { above: head })
  const east = await org(id, '华东组', { above: sales })
  await org(id, '财务部', { above: head })
  await app.sql(`insert into user_orgs (company_id, user_id, org_id, duty) values ($1, $2, $3, 'leader')`, [
    id,
    leader.id,
    sales.id,
  ])
  await app.sql(
    `insert into posts (company_id, id, name, code, level, created_by, updated_by) values ($1, gen_random_uuid(), '工程师', 'ENG', 3, $2, $2)`,
    [id, by],
  )
  const basis = await role(id, {
    name: '查看',
    elements: ['sysUsers:list', 'sysBases:list'],
    menus: ['sys', 'sys.users', 'sys.plans'],
  })
  const manager = await role(id, {
    name: '经理',
    scope: 'custom',
    orgs: [east.id],
    elements: ['sysUsers:edit'],
    parent: basis,
  })
  const about = (field: string, value: object) => ({
    resource: 'users',
    match: 'and',
    conditions: [{ field, op: 'eq', ...value }],
  })
  await role(id, { name: '专员', scope: 'all', rules: [about('account', { value: 'zhangsan' })] })
  await role(id, { name: '本人', scope: 'all', rules: [about('account', { var: 'me.account' })] })
  await app.sql('insert into role_assignable values ($1, $2, $3)', [id, manager, basis])
  await app.sql('insert into org_roles (company_id, org_id, role_id, granted_by) values ($1, $2, $3, $4)', [
    id,
    sales.id,
    manager,
    by,
  ])
  await app.sql(`insert into password_policies (company_id, min_length, updated_by) values ($1, 14, $2)`, [id, by])
  for (const [code, kind] of [
    ['shop.open', 'string'],
    ['shop.key', 'secret'],
  ])
    await app.sql(
      `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by) values ($1, gen_random_uuid(), $2, '参数', $3, '"x"', $4, $4)`,
      [id, code, kind, by],
    )
  return { id, name, leader, east }
}
/** Everything of a company that a template can give, without ids. */
const shape = async (companyId: string) => {
  const [all] = await app.sql(
    `with recursive tree as (
      select id, name, name as line, code, sort, path from orgs where company_id = $1 and parent_id is null
      union all select orgs.id, orgs.name, tree.line || '/' || orgs.name, orgs.code, orgs.sort, orgs.path
        from tree join orgs on orgs.company_id = $1 and orgs.parent_id = tree.id)
    select
      array(select line || ' ' || code || ' ' || sort from tree order by 1) as orgs,
      array(select name || ' ' || code || ' ' || level from posts where company_id = $1) as posts,
      (select json_object_agg(name, json_build_object('scope', data_scope, 'rules', rules,
        'orgs', array(select line from tree where tree.id = any(data_org_ids)),
        'parent', (select name from roles above where above.company_id = $1 and above.id = roles.parent_id),
        'elements', array(select element from role_elements held where held.company_id = $1 and held.role_id = roles.id order by 1),
        'menus', array(select menus.code from role_menus held join menus on menus.id = menu_id where held.company_id = $1 and held.role_id = roles.id order by 1),
        'gives', array(select given.name from role_assignable may join roles given on given.company_id = $1 and given.id = may.assignable_id where may.company_id = $1 and may.role_id = roles.id),
        'worn', array(select line from org_roles join tree on tree.id = org_id where org_roles.company_id = $1 and role_id = roles.id)))
        from roles where company_id = $1 and type <> 'builtin') as roles,
      array(select min_length from password_policies where company_id = $1) as policy,
      array(select base_parameters.code || count(versions) from base_parameters join base_parameter_versions versions
        on versions.company_id = $1 and versions.parameter_id = base_parameters.id where base_parameters.company_id = $1 group by base_parameters.code) as parameters,
      (select bool_and(path like '%' || id || '/') from tree) as paths,
      (select count(*)::int from users where company_id = $1) as people,
      (select count(*)::int from user_orgs where company_id = $1) as members,
      (select count(*)::int from orgs where company_id = $1 and (phone <> '' or email <> '')) as contacts`,
    [companyId],
  )
  return all
}

it('a company begins like another: its tree, posts, roles and rules, and nobody and nothing secret of it', async () => {
  const template = await buildTemplate()
  const made = await begun(template.id)
  expect(made.setUp).toEqual([
    { step: 'role', done: true },
    { step: 'administrator', done: true },
    { step: 'rights', done: true },
    { step: 'template', done: true, from: template.name },
  ])
  const plain = { scope: 'self', rules: [], orgs: [], parent: null, elements: [], menus: [], gives: [], worn: [] }
  expect(await shape(made.id)).toEqual({
    orgs: ['总部 HQ 7', '总部/财务部  7', '总部/销售部  7', '总部/销售部/华东组  7'],
    posts: ['工程师 ENG 3'],
    roles: {
      // What the plan does not hold stays behind.
      查看: { ...plain, elements: ['sysUsers:list'], menus: ['sys', 'sys.users'] },
      经理: {
        ...plain,
        scope: 'custom',
        orgs: ['总部/销售部/华东组'],
        parent: '查看',
        elements: ['sysUsers:edit'],
        gives: ['查看'],
        worn: ['总部/销售部'],
      },
      // A rule about somebody who is not here would show nobody knows whom.
      专员: plain,
      本人: {
        ...plain,
        scope: 'all',
        rules: [{ resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'eq', var: 'me.account' }] }],
      },
    },
    policy: [14],
    parameters: ['shop.open1'],
    paths: true,
    people: 1,
    members: 0,
    contacts: 0,
  })
  const [audit] = await app.sql(`select after from audit_log where entity_id = $1 and event = 'company.created'`, [
    made.id,
  ])
  expect(audit?.after).toMatchObject({ template: template.name })
})

it('what its people changed since stays, until the template is asked for again, which adds what is missing', async () => {
  const template = await buildTemplate()
  const { id } = await begun(template.id)
  const before = await shape(id)
  expect((await init(id, { template: true })).code).toBe(0)
  expect(await shape(id)).toEqual(before)
  await app.sql(`delete from org_roles where company_id = $1`, [id])
  await app.sql(`delete from orgs where company_id = $1 and name = '华东组'`, [id])
  await app.sql(`delete from role_elements where company_id = $1 and element = 'sysUsers:edit'`, [id])
  await app.sql(`delete from roles where company_id = $1 and name = '本人'`, [id])
  // Somebody has the name of a post and the code of an organisation that are still to come.
  await org(template.id, '市场部', { code: 'MKT' })
  await org(id, '品牌部', { code: 'MKT' })
  await init(id)
  expect((await shape(id))?.orgs).not.toContain('总部/销售部/华东组  7')
  expect((await init(id, { template: true })).data?.at(-1)).toEqual({
    step: 'template',
    done: true,
    from: template.name,
  })
  const after = await shape(id)
  expect(after?.orgs).toEqual(
    ['品牌部 MKT 7', '市场部  7', '总部 HQ 7', '总部/财务部  7', '总部/销售部  7', '总部/销售部/华东组  7'].sort(),
  )
  expect(after?.paths).toBe(true)
  // A role that is there is its people's own: what was taken from it does not come back by the way.
  expect(after?.roles).toMatchObject({ 经理: { elements: [], worn: [] }, 本人: { scope: 'all' } })
  const [audit] = await app.sql(
    `select after from audit_log where entity_id = $1 and event = 'tenant.initialised' order by seq desc limit 1`,
    [id],
  )
  expect(audit?.after).toMatchObject({ template: true, organizations: 2, roles: 1, posts: 0 })
})

it('a template that is gone, is nobody’s, may not be looked into or is too large is refused at its field', async () => {
  const [platform] = await app.sql('select id from companies where platform')
  for (const template of [randomUUID(), String(platform?.id)])
    expect(await tried({ template })).toMatchObject({ code: 3040, errors: [{ field: 'template' }] })
  const closed = await buildTenant(app, `模板${short()}`)
  await app.sql(`update tenants set switch_policy = 'ask' where company_id = $1`, [closed])
  expect(await tried({ template: closed })).toMatchObject({ code: 3004, errors: [{ field: 'template' }] })
  const large = await buildTenant(app, `模板${short()}`)
  await app.sql(
    `insert into orgs (company_id, id, name, path, sort) select $1, id, n::text, '/' || id || '/', n
     from (select gen_random_uuid() as id, n from generate_series(1, 5001) n) made`,
    [large],
  )
  expect(await tried({ template: large })).toMatchObject({ code: 3041, errors: [{ field: 'template' }] })
  await app.sql(`delete from orgs where company_id = $1 and sort = 1`, [large])
  const made = await begun(large)
  expect((await shape(made.id))?.orgs).toHaveLength(5000)
})

it('a template that is erased leaves a company as it is, and nothing to take', async () => {
  const template = await buildTemplate()
  const { id } = await begun(template.id)
  const before = await shape(id)
  await app.sql(`update tenants set erase_at = now() - interval '1 day' where company_id = $1`, [template.id])
  await app.sql(`select erase_tenant($1)`, [template.id])
  const { data } = await app.call(tenant, { params: { id } }, root)
  expect(data?.setUp.map(({ step }) => step)).toEqual(['role', 'administrator', 'rights'])
  expect((await init(id, { template: true })).code).toBe(0)
  expect(await shape(id)).toEqual(before)
})

it('a subsidiary shares a tenant, and begins with nothing', async () => {
  const template = await buildTemplate()
  const top = await begun(template.id)
  const sub = await begun(template.id, { parent: top.id })
  expect(sub.setUp).toHaveLength(3)
  expect((await shape(sub.id))?.orgs).toEqual([])
})
