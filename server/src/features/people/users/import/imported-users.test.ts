import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildRole, buildUser } from '../../../../../test/factories.ts'

setUpImportedUsers()

import {
  addOrganization,
  addUser,
  allTitles,
  check,
  companyId,
  fresh,
  importRights,
  importRows,
  post,
  role,
  setUpImportedUsers,
  stage,
  storedUser,
  token,
} from '../../../../../test/imported-users-stage.ts'

const idCard = '11010519491231002X'
const tables = ['users', 'login_directory', 'user_orgs', 'user_roles', 'orgs', 'headcounts']
/** Everything that imports of users write, apart from the log. */
const dump = async () => {
  const found: Record<string, unknown> = {}
  for (const table of tables)
    found[table] = await stage.app.sql(
      `select row_to_json(own)::text as row from ${table} own where company_id = $1 order by 1`,
      [companyId],
    )
  return found
}

/** What an import keeps of its rows: the values that write them, and all texts. */
const readHeld = async (id: string) => {
  const [held] = await stage.app.sql(
    `select array_agg(distinct write::text) as values, string_agg(write::text || changes::text, '') as text
     from import_rows where import_id = $1`,
    [id],
  )
  return held
}

describe('an import of users', () => {
  it('adds them with organisations, posts, roles and contacts, once, and takes them back exactly', async () => {
    const head = await addOrganization('总公司')
    await addOrganization('财务部', head)
    await addOrganization('项目组')
    const [one, two] = [fresh(), fresh()]
    const rows = [
      [
        one.account,
        '王芳',
        one.phone,
        one.email,
        idCard,
        '女',
        '总公司 / 财务部、项目组',
        post,
        '负责人',
        role.name,
        '2031-01-31 18:00:00',
        '试用期',
      ],
      [two.account, '李雷', two.phone, '', '', '', '', '', '', '', '', ''],
    ]
    const before = await dump()
    // Sealed wherever it is stored until then.
    const held = await readHeld((await check(allTitles, rows)).id)
    expect(held).toMatchObject({ text: expect.not.stringContaining(idCard) })
    expect(held?.values).toHaveLength(2)
    const { counts, runId, run, id } = await importRows(allTitles, rows)
    expect(counts).toEqual({ total: 2, new: 2, changed: 0, same: 0, refused: 0 })
    expect(run).toMatchObject({ state: 'done', ok: 2, failed: 0 })
    expect(await storedUser(one.account)).toMatchObject({
      name: '王芳',
      phone: one.phone,
      email: one.email,
      remark: '试用期',
      sex: 2,
      version: 1,
      organizations: [`财务部 leader true ${post}`, '项目组 member false -'],
      roles: [role.name],
    })
    expect(await storedUser(two.account)).toMatchObject({
      name: '李雷',
      phone: two.phone,
      organizations: [],
      roles: [],
    })
    // What was written keeps nothing of its values, beside what it shows.
    expect(await readHeld(id)).toMatchObject({ values: ['{}'], text: expect.not.stringContaining(idCard) })

    const again = await check(allTitles, rows)
    expect(again.counts).toEqual({ total: 2, new: 0, changed: 0, same: 2, refused: 0 })
    expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 2, skipped: 0 })
    expect(await dump()).toEqual(before)
    expect((await check(allTitles, rows)).counts).toMatchObject({ new: 2 })
  })

  it('leaves one audit row for each user, and one for each organisation with its new members', async () => {
    await addOrganization('仓库')
    const people = [fresh(), fresh(), fresh()]
    const { id } = await check(
      ['账号', '姓名', '组织'],
      people.map(({ account }) => [account, '赵六', '仓库']),
    )
    const [{ seq } = {}] = await stage.app.sql('select max(seq) as seq from audit_log where company_id = $1', [
      companyId,
    ])
    await stage.apply(token, id)
    const logged = await stage.app.sql(
      `select event, entity_name, after from audit_log where company_id = $1 and seq > $2
       and event in ('user.created', 'organization.membersChanged') order by seq`,
      [companyId, seq],
    )
    expect(logged.map(({ event }) => event)).toEqual([
      ...people.map(() => 'user.created'),
      'organization.membersChanged',
    ])
    expect(logged.at(-1)).toMatchObject({
      entity_name: '仓库',
      after: { members: people.map(({ account }) => account) },
    })
    expect(logged[0]?.after).toMatchObject({ account: people[0]?.account, name: '赵六', organizations: ['仓库'] })
  })

  it('changes what cells say, keeps terms, duties and posts that stay, and restores them', async () => {
    const [head] = [await addOrganization('总部'), await addOrganization('分部')]
    const { account, phone, email } = fresh()
    const orgs = [{ orgId: head, duty: 'deputy' as const }]
    const body = { account, name: '韩梅梅', phone, email, idCard, orgs, roleIds: [role.id] }
    await addUser(body)
    await stage.app.sql(`update user_roles set reason = '轮岗' where role_id = $1`, [role.id])
    const added = await buildRole(stage.app, { companyId, permissions: [] })
    const before = await dump()

    const other = fresh()
    const titles = ['账号', '姓名', '手机号', '身份证号', '组织', '角色']
    const values = [
      account.toUpperCase(),
      '韩梅',
      other.phone,
      '110101199003070003',
      '分部、总部',
      `${added.name}、${role.name}`,
    ]
    const { rows, run, runId } = await importRows(titles, [values])
    expect(run).toMatchObject({ ok: 1, failed: 0 })
    expect(rows[0]?.changes).toEqual([
      { field: 'name', title: '姓名', before: '韩梅梅', after: '韩梅' },
      { field: 'phone', title: '手机号', before: phone, after: other.phone },
      { field: 'idCard', title: '身份证号', before: '110105********002X', after: '110101********0003' },
      { field: 'orgs', title: '组织', before: '总部', after: '分部、总部' },
      { field: 'roles', title: '角色', before: role.name, after: `${added.name}、${role.name}` },
    ])
    expect(await storedUser(account)).toMatchObject({
      name: '韩梅',
      phone: other.phone,
      email,
      version: 2,
      organizations: ['分部 member false -', '总部 deputy true -'],
      roles: [added.name, role.name].sort(),
    })
    const [kept] = await stage.app.sql('select reason from user_roles where role_id = $1', [role.id])
    expect(kept?.reason).toBe('轮岗')

    expect(await stage.undo(token, runId)).toMatchObject({ ok: 1, skipped: 0 })
    const restored = await dump()
    // Versions and stamps are new: an edit of a state that no one has seen is refused.
    const plain = (of: unknown) =>
      JSON.stringify(of)
        .replaceAll(/\\"(version|epoch|proof_epoch)\\":\d+/g, '')
        .replaceAll(/\\"(updated_at|granted_at|since)\\":\\"[^"]*"/g, '')
        .replaceAll(/\\"(updated_by|granted_by)\\":\{[^}]*\}/g, '')
        .replaceAll(/\\"id_card\\":\\"[^"]*"/g, '')
    expect(plain(restored)).toBe(plain(before))
  })

  it('takes back row by row what nobody has touched since', async () => {
    const [plain, edited, signedIn, inOrganization] = [fresh(), fresh(), fresh(), fresh()]
    const of = [plain, edited, signedIn, inOrganization]
    const { runId } = await importRows(
      ['账号', '姓名'],
      of.map(({ account }) => [account, '钱七']),
    )
    const readId = async ({ account }: { account: string }) => String((await storedUser(account))?.id)
    await stage.app.sql('update users set name = $2, version = version + 1 where id = $1', [
      await readId(edited),
      '改名',
    ])
    await stage.app.sql(`update users set password_changed_at = now() where id = $1`, [await readId(signedIn)])
    const orgId = await addOrganization('车间')
    const joined = { params: { id: orgId }, body: { add: [await readId(inOrganization)], remove: [] } }
    await stage.app.call(organizationsContract.changeMembers, joined, token)

    const undone = await stage.undo(token, runId)
    expect(undone).toMatchObject({ ok: 1, skipped: 3 })
    expect(await storedUser(plain.account)).toBeUndefined()
    const { data } = {
      data: await stage.app.sql(`select note from import_rows where outcome = 'kept' order by row_number`),
    }
    expect(data.slice(-3).map(({ note }) => note)).toEqual([
      '导入后已被他人修改',
      '导入后已登录或设置过密码，或角色、组织已变化',
      '导入后已登录或设置过密码，或角色、组织已变化',
    ])
  })

  it('gives them no password: they set one by recovery, or an administrator resets it', async () => {
    const { account } = fresh()
    await importRows(['账号', '姓名'], [[account, '孙八']])
    const id = String((await storedUser(account))?.id)
    const { data } = await stage.app.call(
      usersContract.reset,
      { params: { id }, body: {} },
      await stage.app.signIn(
        await buildUser(stage.app, { companyId, permissions: [...importRights, 'sysUsers:reset'] }),
      ),
    )
    expect(data?.password).toHaveLength(12)
  })
})
