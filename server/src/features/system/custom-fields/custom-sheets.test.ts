import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import {
  type CustomFieldWrite,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSheet } from '../../../../test/filled-workbook.ts'
import { createImportStage, excelOf, type ImportStage } from '../../../../test/import-stage.ts'
import { raceForValue } from '../../../../test/race-for-value.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const rights = [
  ...['list', 'add', 'edit', 'delete', 'export'].flatMap((operation) => [
    `sysUsers:${operation}`,
    `sysPosts:${operation}`,
    `sysOrgs:${operation}`,
  ]),
  ...['list', 'add', 'edit'].map((operation) => `sysCustomFields:${operation}`),
]
let stage: ImportStage
beforeAll(async () => {
  stage = await createImportStage()
})

type Field = Pick<CustomFieldWrite, 'entity' | 'key' | 'name'> & Partial<CustomFieldWrite>
const addField = async (token: string, field: Field) => {
  const body = { kind: 'text' as const, help: '', pattern: '', dictionary: '', ...field }
  const added = await stage.app.call(customFieldsContract.create, { body }, token)
  expect(added).toMatchObject({ code: 0 })
  return added.data?.id ?? ''
}
/** A company with fields of every kind that cells hold. */
const buildFields = async (entity: string) => {
  const { token, companyId, user } = await stage.signInNew(rights)
  const add = (key: string, name: string, of: object = {}) => addField(token, { entity, key, name, ...of })
  const jobNo = await add('jobNo', '工号', { unique: true, searchable: true, pattern: '[A-Z]-\\d+' })
  await add('height', '身高', { kind: 'number' })
  await add('cost', '成本', { kind: 'money' })
  await add('joined', '入职日期', { kind: 'date' })
  await add('remote', '远程', { kind: 'switch' })
  await add('mentor', '导师', { kind: 'person' })
  await add('sexOf', '选项', { kind: 'choice', dictionary: 'sex' })
  await vi.waitFor(async () => expect((await readTemplate(token, entity)).length).toBeGreaterThan(7), 15_000)
  return { token, companyId, user, jobNo }
}
const readBook = async (token: string, entity: string) =>
  readWorkbook((await stage.app.call(excelsContract.file, { params: { id: excelOf(entity) } }, token)).raw)
const readTemplate = async (token: string, entity: string) => Object.values(await readBook(token, entity))[0]?.[0] ?? []
const titles = ['工号', '身高', '成本', '入职日期', '远程', '导师', '选项']
const valuesOf = async (table: 'users' | 'posts' | 'orgs', companyId: string) =>
  Object.fromEntries(
    (await stage.app.sql(`select name, custom from ${table} where company_id = $1`, [companyId])).map(
      ({ name, custom }) => [name, custom],
    ),
  )
const problemsOf = async (token: string, id: string) =>
  (await stage.readRows(token, id, { 'f.verdict': 'refused' })).map(({ row, problems }) => [
    row,
    problems.map(({ title, msg }) => `${title}：${msg}`),
  ])
const limit = (token: string, id: string, effect: 'hide' | 'mask' | 'readonly') =>
  stage.app.call(customFieldsContract.limit, { params: { id }, body: { effect, roleIds: [] } }, token)

// Together: they wait for runs of jobs most of the time.
describe.concurrent.each([
  { entity: 'user', table: 'users' as const, own: ['账号', '姓名'], row: (n: string) => [`sheet${n}`, `人${n}`] },
  {
    entity: 'post',
    table: 'posts' as const,
    own: ['编码', '岗位名称', '级别'],
    row: (n: string) => [`c${n}`, `岗${n}`, '基层'],
  },
  {
    entity: 'organization',
    table: 'orgs' as const,
    own: ['编码', '组织名称', '类型', '状态'],
    row: (n: string) => [`c${n}`, `组${n}`, '部门', '启用'],
  },
])('custom columns of imports of $entity', ({ entity, table, own, row }) => {
  let marks = 0
  const fresh = () => {
    marks += 1
    return row(`${entity}${marks}`)
  }
  const nameIn = (cells: readonly string[]) => String(cells[1])

  it('write, change and take back values, and an older file leaves them', async () => {
    const { token, companyId, user } = await buildFields(entity)
    const [one, two] = [fresh(), fresh()]
    const id = await stage.upload(token, entity, [
      buildSheet(
        [...own, ...titles],
        [
          [...one, 'A-1', '1.75', '12.50', '2026-02-28', '否', user.account, '女'],
          [...two, '', '', '', '', '', '', ''],
        ],
      ),
    ])
    expect((await stage.read(token, id)).mapping.map(({ field }) => field)).toContain('custom.c_jobNo')
    expect((await stage.check(token, id)).counts).toMatchObject({ new: 2, refused: 0 })
    const [first] = await stage.readRows(token, id)
    expect(first?.changes).toContainEqual({ field: 'custom.c_sexOf', title: '选项', before: '', after: '女' })
    await stage.apply(token, id)
    const written = {
      c_jobNo: 'A-1',
      c_height: 1.75,
      c_cost: 12.5,
      c_joined: '2026-02-28',
      c_remote: false,
      c_mentor: user.id,
      c_sexOf: '2',
    }
    expect(await valuesOf(table, companyId)).toMatchObject({ [nameIn(one)]: written, [nameIn(two)]: {} })

    const older = await stage.upload(token, entity, [
      buildSheet(own, [[one[0] ?? '', `${nameIn(one)}改`, ...one.slice(2)]]),
    ])
    expect((await stage.check(token, older)).counts).toMatchObject({ changed: 1, refused: 0 })
    await stage.apply(token, older)
    expect((await valuesOf(table, companyId))[`${nameIn(one)}改`]).toEqual(written)

    const again = await stage.upload(token, entity, [
      buildSheet(
        [...own.slice(0, 2), '工号', '身高'],
        [
          [one[0] ?? '', `${nameIn(one)}改`, 'A-2', ''],
          [two[0] ?? '', nameIn(two), 'A-3', '2'],
        ],
      ),
    ])
    await stage.map(token, again, { mode: 'update' })
    expect((await stage.check(token, again)).counts).toMatchObject({ changed: 2, refused: 0 })
    const [changed] = await stage.readRows(token, again)
    expect(changed?.changes).toEqual([{ field: 'custom.c_jobNo', title: '工号', before: 'A-1', after: 'A-2' }])
    const { runId } = await stage.apply(token, again)
    expect(await valuesOf(table, companyId)).toMatchObject({
      [`${nameIn(one)}改`]: { ...written, c_jobNo: 'A-2' },
      [nameIn(two)]: { c_jobNo: 'A-3', c_height: 2 },
    })
    const [logged] = await stage.app.sql(
      `select before, after from audit_log where company_id = $1 and event = $2 order by seq desc limit 1`,
      [companyId, `${entity}.updated`],
    )
    expect(logged).toMatchObject({ after: { 'custom.c_jobNo': expect.stringMatching(/A-[23]/) } })
    await stage.undo(token, runId)
    expect(await valuesOf(table, companyId)).toMatchObject({ [`${nameIn(one)}改`]: written, [nameIn(two)]: {} })
  })

  it('are taken back but where another row has the former value by now', async () => {
    const { token, companyId } = await buildFields(entity)
    const [one, two, three] = [fresh(), fresh(), fresh()]
    const send = async (rows: readonly (readonly string[])[]) => {
      const id = await stage.upload(token, entity, [buildSheet([...own, '工号'], rows)])
      await stage.check(token, id)
      return stage.apply(token, id)
    }
    await send([
      [...one, 'A-1'],
      [...two, 'A-2'],
    ])
    const { runId } = await send([
      [...one, 'A-8'],
      [...two, 'A-9'],
    ])
    await send([[...three, 'A-1']])
    await stage.undo(token, runId)
    expect(await valuesOf(table, companyId)).toMatchObject({
      [nameIn(one)]: { c_jobNo: 'A-8' },
      [nameIn(two)]: { c_jobNo: 'A-2' },
      [nameIn(three)]: { c_jobNo: 'A-1' },
    })
  })

  it('refuse cells with a sentence, also those of other companies and of narrow callers', async () => {
    const { token, companyId, user } = await buildFields(entity)
    const stranger = await stage.signInNew(rights)
    await addField(stranger.token, { entity, key: 'theirs', name: '他们的' })
    const taken = fresh()
    const first = await stage.upload(token, entity, [buildSheet([...own, '工号'], [[...taken, 'A-1']])])
    await stage.check(token, first)
    await stage.apply(token, first)
    const id = await stage.upload(token, entity, [
      buildSheet(
        [...own, ...titles, '他们的', '__proto__'],
        [
          [...fresh(), 'A-1', '', '', '', '', '', ''],
          [...fresh(), 'b', '高', '1.234', '2026-02-30', '也许', stranger.user.account, '没有'],
          [...fresh(), 'A-7', '', '', '', '', '', '', 'x', 'y'],
        ],
      ),
    ])
    const { mapping } = await stage.read(token, id)
    expect(mapping.slice(-2).map(({ field }) => field)).toEqual(['', ''])
    expect((await stage.check(token, id)).counts).toMatchObject({ new: 1, refused: 2 })
    expect(await problemsOf(token, id)).toEqual([
      [2, ['工号：该工号已被使用']],
      [
        3,
        expect.arrayContaining([
          '身高：请填写数字',
          '入职日期：日期不存在或格式不正确，例如 2026-11-26',
          '远程：只能填写：是、否',
          `导师：没有“${stranger.user.account}”`,
        ]),
      ],
    ])
    const valid = await stage.upload(token, entity, [
      buildSheet([...own, '工号', '成本'], [[...fresh(), 'b', '1.234']]),
    ])
    await stage.check(token, valid)
    expect(await problemsOf(token, valid)).toEqual([[2, ['工号：格式不正确', '成本：请输入最多两位小数的数字']]])
    expect(await valuesOf(table, companyId)).toMatchObject({ [nameIn(taken)]: { c_jobNo: 'A-1' } })

    const narrow = await stage.signInNew(rights, companyId)
    await stage.app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.user.roleId])
    const narrowToken = await stage.app.signIn(narrow.user)
    const unseen = await stage.upload(narrowToken, entity, [buildSheet([...own, '导师'], [[...fresh(), user.account]])])
    await stage.check(narrowToken, unseen)
    expect(await problemsOf(narrowToken, unseen)).toEqual([[2, [`导师：没有“${user.account}”`]]])
    const body = { name: `窄${entity}`, code: 'narrow', level: 1, custom: { c_mentor: user.id } }
    expect(await stage.app.call(postsContract.create, { body }, narrowToken)).toMatchObject(
      entity === 'post'
        ? { code: 400, errors: [{ field: 'custom.c_mentor', msg: '所选导师不存在，或不在您的数据范围内' }] }
        : { code: 400, errors: [{ field: 'custom.c_mentor', msg: '自定义字段不存在或已停用' }] },
    )
  })
})

describe('imports that lose a race for a value', () => {
  it.each([
    { entity: 'user', table: 'users' as const, own: ['账号', '姓名'], row: (n: number) => [`raced${n}`, `赛${n}`] },
    {
      entity: 'post',
      table: 'posts' as const,
      own: ['编码', '岗位名称', '级别'],
      row: (n: number) => [`r${n}`, `赛${n}`, '基层'],
    },
  ])('refuse the row with a sentence, and write the others: $entity', async ({ entity, table, own, row }) => {
    const { token, companyId } = await buildFields(entity)
    const file = (rows: string[][]) => [buildSheet([...own, '工号'], rows)]
    const first = await stage.upload(token, entity, file([[...row(0), 'A-0']]))
    await stage.check(token, first)
    await stage.apply(token, first)
    const [winner] = await stage.app.sql(`select id from ${table} where company_id = $1 and name = '赛0'`, [companyId])
    const rows = [1, 2, 3].map((n) => [...row(n), `A-${n}`])
    const id = await stage.upload(token, entity, file(rows))
    expect((await stage.check(token, id)).counts).toMatchObject({ new: 3, refused: 0 })
    const settle = await raceForValue(stage.app, table, String(winner?.id), { c_jobNo: 'A-2' })
    const [applied] = await Promise.all([stage.apply(token, id), settle()])
    expect(applied.run).toMatchObject({ state: 'done', ok: 2, failed: 1 })
    expect(await valuesOf(table, companyId)).toMatchObject({
      赛0: { c_jobNo: 'A-2' },
      赛1: { c_jobNo: 'A-1' },
      赛3: { c_jobNo: 'A-3' },
    })
    expect(Object.keys(await valuesOf(table, companyId))).not.toContain('赛2')
    const audited = await stage.app.sql(
      `select after ->> 'custom.c_jobNo' as value from audit_log where company_id = $1 and event = $2 order by 1`,
      [companyId, `${entity}.created`],
    )
    expect(audited.map(({ value }) => value).filter(Boolean)).toEqual(['A-0', 'A-1', 'A-3'])
    const { sheets } = await stage.readErrors(token, applied.runId)
    expect(JSON.stringify(sheets)).toContain('该工号已被使用')
  })
})

describe('custom columns of templates', () => {
  it('are those that the caller may change, with what they require', async () => {
    const { token, jobNo } = await buildFields('post')
    await addField(token, { entity: 'post', key: 'must', name: '必填项', required: true, help: '写全称' })
    await expect.poll(() => readTemplate(token, 'post')).toContain('必填项')
    const help = (await readBook(token, 'post')).说明
    expect(help).toContainEqual(['必填项', expect.stringContaining('必填'), '写全称'])
    expect(help).toContainEqual(['选项', '从下拉列表选择'])
    const id = await stage.upload(token, 'post', [buildSheet(['编码', '岗位名称', '级别'], [['a', '甲', '基层']])])
    const { revision } = await stage.read(token, id)
    const refused = await stage.app.call(importsContract.checkImport, { params: { id }, body: { revision } }, token)
    expect(refused.msg).toContain('必填项')
    for (const effect of ['readonly', 'hide'] as const) {
      await limit(token, jobNo, effect)
      await expect.poll(() => readTemplate(token, 'post')).not.toContain('工号')
      await expect.poll(() => readTemplate(token, 'post')).toContain('必填项')
    }
    const titled = buildSheet(['编码', '岗位名称', '级别', '工号', '必填项'], [['a', '甲', '基层', 'A-9', 'x']])
    const hidden = await stage.upload(token, 'post', [titled])
    expect((await stage.read(token, hidden)).mapping[3]).toMatchObject({ field: '' })
    const columns = [0, 1, 2, 3, 4].map((column) => ({
      column,
      field: ['code', 'name', 'level', 'custom.c_jobNo', 'custom.c_must'][column] ?? '',
    }))
    expect((await stage.map(token, hidden, { columns })).code).toBe(importsErrors.noSuchField.code)
  })
})

describe('custom columns of exports', () => {
  const exportUsers = (token: string, body: { columns?: string[]; 'f.custom'?: string }) =>
    stage.app.call(usersContract.exportUsers, { body: { format: 'xlsx', ...body } }, token)

  it('hold typed cells, chosen and filtered like others, masked or absent as the caller sees them', async () => {
    const { token, user, jobNo } = await buildFields('user')
    const custom = {
      c_jobNo: 'A-1',
      c_height: 1.75,
      c_joined: '2026-02-28',
      c_remote: true,
      c_mentor: user.id,
      c_sexOf: '1',
    }
    await stage.app.call(usersContract.create, { body: { account: 'exported1', name: '王芳', custom } }, token)
    const columns = [
      'name',
      ...['jobNo', 'height', 'joined', 'remote', 'mentor', 'sexOf'].map((key) => `custom.c_${key}`),
    ]
    const filter = { 'f.custom': '{"c_jobNo":"A-1"}' }
    const { raw } = await exportUsers(token, { columns, ...filter })
    const book = await readWorkbook(raw)
    const [own] = await stage.app.sql('select name from users where id = $1', [user.id])
    expect(book.用户).toEqual([
      ['姓名', '工号', '身高', '入职日期', '远程', '导师', '选项'],
      ['王芳', 'A-1', 1.75, { date: '2026-02-28' }, '是', own?.name, '男'],
    ])
    expect(book.导出说明).toContainEqual(['筛选条件', '工号：A-1'])
    const all = await readWorkbook((await exportUsers(token, filter)).raw)
    expect(all.用户?.[0]).toEqual(expect.arrayContaining(['账号', ...titles]))
    for (const wrong of ['custom.', 'custom.__proto__', 'constructor', 'custom.c_jobNo"; drop'])
      expect((await exportUsers(token, { columns: [wrong] })).code, wrong).toBe(400)
    await limit(token, jobNo, 'mask')
    const cells = async () =>
      (await readWorkbook((await exportUsers(token, { columns })).raw)).用户?.map((row) => row[1])
    await expect.poll(cells).toContain('A***')
    await limit(token, jobNo, 'hide')
    await expect.poll(async () => (await cells())?.[0]).toBe('身高')
    expect((await exportUsers(token, { columns: ['custom.c_jobNo'] })).code).toBeGreaterThan(0)
  })

  it('are of posts, too, and only of the own company', async () => {
    const { token } = await buildFields('post')
    const stranger = await stage.signInNew(rights)
    const body = { name: '会计', code: 'acc', level: 1, custom: { c_jobNo: 'B-2' } }
    await stage.app.call(postsContract.create, { body }, token)
    const { raw } = await stage.app.call(postsContract.exportPosts, { body: {} }, token)
    expect(raw.toString()).toContain('工号')
    expect(raw.toString()).toContain('B-2')
    const theirs = await stage.app.call(postsContract.exportPosts, { body: {} }, stranger.token)
    expect(theirs.raw.toString()).not.toContain('工号')
  })
})
