import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'
import { createRoleStage, type RoleStage, roleRights } from '../../../../test/role-stage.ts'

const { lock, unlock, remove } = rolesContract
const { updateMenus, updateElements } = roleGrantsContract
const given = ['sysUsers:list', 'sysUsers:get']

let app: TestApp
let narrow: NarrowStage
let roles: RoleStage
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  narrow = await createNarrowStage(app)
  roles = await createRoleStage(app)
  token = await narrow.signInNorth(...roleRights, ...given)
})

/** A role of the company of the narrow stage, with its data scope. */
const buildRole = async (dataScope: string, parent: string | null = null) => {
  const id = String((await app.sql('select gen_random_uuid() as id'))[0]?.id)
  await app.sql(
    'insert into roles (company_id, id, code, name, data_scope, parent_id) values ($1, $2, $3, $3, $4, $5)',
    [narrow.companyId, id, `r${id}`.slice(0, 20), dataScope, parent],
  )
  return id
}
const assign = (user: { id: string }, roleId: string) =>
  app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
    narrow.companyId,
    user.id,
    roleId,
  ])

/** The code of every change of a role, by the caller of the northern branch. */
const confirmCodes = async (id: string) => {
  const [params, version] = [{ id }, (await roles.get(id, token)).version]
  const ids = roles.elems('sysUsers:get')
  const codes = [
    (await roles.callAndConfirm(updateElements, { params, body: { ids, version } }, token)).code,
    (await roles.callAndConfirm(updateMenus, { params, body: { ids: [], version } }, token)).code,
    (await roles.grant(id, { elems: ids }, token)).code,
    (await roles.edit(id, { name: `改名${id.slice(0, 8)}` }, token)).code,
    (await roles.callAndConfirm(lock, { params }, token)).code,
    (await roles.callAndConfirm(unlock, { params }, token)).code,
    (await app.call(remove, { params }, token)).code,
  ]
  return [...new Set(codes)]
}

describe('a role', () => {
  it('of wider rows than the caller’s is not changed in any way', async () => {
    expect(await confirmCodes(await buildRole('all'))).toEqual([2005])
  })
  it('whose descendants show wider rows is not changed: they hold what it holds', async () => {
    const above = await buildRole('self')
    await buildRole('company', above)
    expect(await confirmCodes(above)).toEqual([2005])
  })
  it('held by a user outside the caller’s row scope is not changed', async () => {
    const [id, below] = [await buildRole('self'), await buildRole('self')]
    await assign(await narrow.buildMember(narrow.south), id)
    expect(await confirmCodes(id)).toEqual([2072])
    await app.sql('update roles set parent_id = $2 where id = $1', [id, below])
    expect(await confirmCodes(below)).toEqual([2072])
  })
  it('of such rows gets no elements by a bulk operation', async () => {
    const id = await buildRole('all')
    const bulk = bulkCaller(app, token, 'role')
    const checked = await bulk.checked('giveElements', { ids: [id] }, { elems: roles.elems('sysUsers:get') })
    expect(checked.verdicts).toMatchObject({ change: 0, refused: 1 })
  })
  it('within the caller’s rows and held by users of theirs is changed', async () => {
    const id = await buildRole('orgSub')
    await assign(await narrow.buildMember(narrow.north), id)
    expect((await roles.grant(id, { elems: roles.elems('sysUsers:get') }, token)).code).toBe(0)
    expect((await roles.edit(id, { name: `改名${id.slice(0, 8)}` }, token)).code).toBe(0)
  })
})
