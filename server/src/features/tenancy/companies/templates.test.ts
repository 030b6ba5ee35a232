import { randomUUID } from 'node:crypto'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { create } = companiesContract
const { initialise, tenant } = tenantsContract
type NewCompany = RequestOf<typeof create>['body']

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
const tryCreate = (rest: Partial<NewCompany>) =>
  app.call(
    create,
    { body: { name: `公司${randomUUID()}`, admin: { account: `k_${short()}`, name: '王芳' }, ...rest } },
    root,
  )
const createFromTemplate = async (template: string, rest: Partial<NewCompany> = {}) => {
  const { data, msg } = await tryCreate({ template, ...rest })
  if (!data) throw new Error(msg)
  return data
}
const initialiseCompany = (id: string, body = {}) => app.call(initialise, { params: { id }, body }, root)

const addOrganization = async (
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
const addRole = async (companyId: string, { name, elements = [], menus = [], ...rest }: NewRole) => {
  const id = randomUUID()
  await app.sql(
    `insert into roles (company_id, id, code, name, data_scope, data_org_ids, rules, parent_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      companyId,
      id,
      `c-${short()}`,
      name,
      rest.scope ?? 'self',
      rest.orgs ?? [],
      JSON.stringify(rest.rules ?? []),
      rest.parent ?? null,
    ],
  )
  await app.sql('insert into role_elements select $1, $2, unnest($3::text[])', [companyId, id, elements])
  await app.sql('insert into role_menus select $1, $2, id from menus where code = any($3)', [companyId, id, menus])
  return id
}
const author = JSON.stringify({ id: '', name: '李雷' })

/** A company with one of everything, and people. */
const buildTemplate = async () => {
  const name = `模板${short()}`
  const id = await buildTenant(app, name)
  const leader = await buildUser(app, { companyId: id })
  await app.sql(`delete from user_roles where company_id = $1`, [id])
  await app.sql(`delete from roles where company_id = $1`, [id])
  const head = await addOrganization(id, '总部', { code: 'HQ' })
  const sales = await addOrganization(id, '销售部', { above: head })
  const east = await addOrganization(id, '华东组', { above: sales })
  await addOrganization(id, '财务部', { above: head })
  await app.sql(`insert into user_orgs (company_id, user_id, org_id, duty) values ($1, $2, $3, 'leader')`, [
    id,
    leader.id,
    sales.id,
  ])
  await app.sql(
    `insert into posts (company_id, id, name, code, level, created_by, updated_by) values ($1, gen_random_uuid(), '工程师', 'ENG', 3, $2, $2)`,
    [id, author],
  )
  const basis = await addRole(id, {
    name: '查看',
    elements: ['sysUsers:list', 'sysBases:list'],
    menus: ['people', 'sys.users', 'tenancy', 'sys.plans'],
  })
  const manager = await addRole(id, {
    name: '经理',
    scope: 'custom',
    orgs: [east.id],
    elements: ['sysUsers:edit'],
    parent: basis,
  })
  const ruleOn = (field: string, value: object) => ({
    resource: 'users',
    match: 'and',
    conditions: [{ field, op: 'eq', ...value }],
  })
  await addRole(id, { name: '专员', scope: 'all', rules: [ruleOn('account', { value: 'zhangsan' })] })
  await addRole(id, { name: '本人', scope: 'all', rules: [ruleOn('account', { var: 'me.account' })] })
  await app.sql('insert into role_assignable values ($1, $2, $3)', [id, manager, basis])
  await app.sql('insert into org_roles (company_id, org_id, role_id, granted_by) values ($1, $2, $3, $4)', [
    id,
    sales.id,
    manager,
    author,
  ])
  await app.sql(`insert into password_policies (company_id, min_length, updated_by) values ($1, 14, $2)`, [id, author])
  for (const [code, kind] of [
    ['shop.open', 'string'],
    ['shop.key', 'secret'],
  ])
    await app.sql(
      `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by) values ($1, gen_random_uuid(), $2, '参数', $3, '"x"', $4, $4)`,
      [id, code, kind, author],
    )
  return { id, name, leader, east }
}
/** Everything a template copies, without ids. */
const readContents = async (companyId: string) => {
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
        'assigned', array(select line from org_roles join tree on tree.id = org_id where org_roles.company_id = $1 and role_id = roles.id)))
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

it('a template copies organisations, posts, roles and rules, but no people and no secrets', async () => {
  const template = await buildTemplate()
  await app.sql(
    `insert into dict_layers (company_id, id, group_id, code, name)
     select $1, gen_random_uuid(), id, 'branch', '分支机构' from dict_groups where code = 'orgKind'`,
    [template.id],
  )
  const made = await createFromTemplate(template.id)
  expect(await app.sql('select code, name from dict_layers where company_id = $1', [made.id])).toEqual([
    { code: 'branch', name: '分支机构' },
  ])
  expect(made.setUp).toEqual([
    { step: 'role', done: true },
    { step: 'administrator', done: true },
    { step: 'rights', done: true },
    { step: 'template', done: true, from: template.name },
  ])
  const plain = { scope: 'self', rules: [], orgs: [], parent: null, elements: [], menus: [], gives: [], assigned: [] }
  expect(await readContents(made.id)).toEqual({
    orgs: ['总部 HQ 7', '总部/财务部  7', '总部/销售部  7', '总部/销售部/华东组  7'],
    posts: ['工程师 ENG 3'],
    roles: {
      // Rights outside the plan are not copied.
      查看: { ...plain, elements: ['sysUsers:list'], menus: ['people', 'sys.users', 'tenancy'] },
      经理: {
        ...plain,
        scope: 'custom',
        orgs: ['总部/销售部/华东组'],
        parent: '查看',
        elements: ['sysUsers:edit'],
        gives: ['查看'],
        assigned: ['总部/销售部'],
      },
      // A rule about a certain person, who does not exist here, is dropped and the row scope narrowed.
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

it('copying a template again keeps changes and adds what is missing', async () => {
  const template = await buildTemplate()
  const { id } = await createFromTemplate(template.id)
  const before = await readContents(id)
  expect((await initialiseCompany(id, { template: true })).code).toBe(0)
  expect(await readContents(id)).toEqual(before)
  await app.sql(`delete from org_roles where company_id = $1`, [id])
  await app.sql(`delete from orgs where company_id = $1 and name = '华东组'`, [id])
  await app.sql(`delete from role_elements where company_id = $1 and element = 'sysUsers:edit'`, [id])
  await app.sql(`delete from roles where company_id = $1 and name = '本人'`, [id])
  // The company already uses the code of an organisation yet to be copied.
  await addOrganization(template.id, '市场部', { code: 'MKT' })
  await addOrganization(id, '品牌部', { code: 'MKT' })
  await initialiseCompany(id)
  expect((await readContents(id))?.orgs).not.toContain('总部/销售部/华东组  7')
  expect((await initialiseCompany(id, { template: true })).data?.at(-1)).toEqual({
    step: 'template',
    done: true,
    from: template.name,
  })
  const after = await readContents(id)
  expect(after?.orgs).toEqual(
    ['品牌部 MKT 7', '市场部  7', '总部 HQ 7', '总部/财务部  7', '总部/销售部  7', '总部/销售部/华东组  7'].sort(),
  )
  expect(after?.paths).toBe(true)
  // An existing role keeps its rights: revoked ones are not restored.
  expect(after?.roles).toMatchObject({ 经理: { elements: [], assigned: [] }, 本人: { scope: 'all' } })
  const [audit] = await app.sql(
    `select after from audit_log where entity_id = $1 and event = 'tenant.initialised' order by seq desc limit 1`,
    [id],
  )
  expect(audit?.after).toMatchObject({ template: true, organizations: 2, roles: 1, posts: 0 })
})

it('a template that is unknown, of the platform, closed to operators or too large is rejected at its field', async () => {
  const [platform] = await app.sql('select id from companies where platform')
  for (const template of [randomUUID(), String(platform?.id)])
    expect(await tryCreate({ template })).toMatchObject({ code: 3040, errors: [{ field: 'template' }] })
  const closed = await buildTenant(app, `模板${short()}`)
  await app.sql(`update tenants set switch_policy = 'ask' where company_id = $1`, [closed])
  expect(await tryCreate({ template: closed })).toMatchObject({ code: 3004, errors: [{ field: 'template' }] })
  const large = await buildTenant(app, `模板${short()}`)
  await app.sql(
    `insert into orgs (company_id, id, name, path, sort) select $1, id, n::text, '/' || id || '/', n
     from (select gen_random_uuid() as id, n from generate_series(1, 5001) n) made`,
    [large],
  )
  expect(await tryCreate({ template: large })).toMatchObject({ code: 3041, errors: [{ field: 'template' }] })
  await app.sql(`delete from orgs where company_id = $1 and sort = 1`, [large])
  const made = await createFromTemplate(large)
  expect((await readContents(made.id))?.orgs).toHaveLength(5000)
})

it('an erased template leaves its copies unchanged and cannot be copied again', async () => {
  const template = await buildTemplate()
  const { id } = await createFromTemplate(template.id)
  const before = await readContents(id)
  await app.sql(`update tenants set erase_at = now() - interval '1 day' where company_id = $1`, [template.id])
  await app.sql(`select erase_tenant($1)`, [template.id])
  const { data } = await app.call(tenant, { params: { id } }, root)
  expect(data?.setUp.map(({ step }) => step)).toEqual(['role', 'administrator', 'rights'])
  expect((await initialiseCompany(id, { template: true })).code).toBe(0)
  expect(await readContents(id)).toEqual(before)
})

it('a subsidiary shares the tenant and copies no template', async () => {
  const template = await buildTemplate()
  const top = await createFromTemplate(template.id)
  const sub = await createFromTemplate(template.id, { parent: top.id })
  expect(sub.setUp).toHaveLength(3)
  expect((await readContents(sub.id))?.orgs).toEqual([])
})
