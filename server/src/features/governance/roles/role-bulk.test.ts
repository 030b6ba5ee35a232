import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createRoleStage, type RoleStage } from '../../../../test/role-stage.ts'

let app: TestApp
let stage: RoleStage
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  stage = await createRoleStage(app, { permissions: ['sysUsers:list', 'sysUsers:get'], menus: [] })
})
const readElements = async (ids: readonly string[]) => {
  const found = []
  for (const id of ids) found.push((await stage.grants(id)).elems)
  return found
}

describe('the elements of many roles', () => {
  it('are given to those without them, and taken back', async () => {
    const [first, second, holder] = [await stage.create(), await stage.create(), await stage.create()]
    await stage.grant(holder, { elems: stage.elems('sysUsers:list') })
    await stage.grant(second, { elems: stage.elems('sysUsers:get') })
    const ids = [first, second, holder]
    const before = await readElements(ids)
    const bulk = bulkCaller(app, stage.token, 'role')
    const checked = await bulk.checked('giveElements', { ids }, { elems: stage.elems('sysUsers:list') })
    expect(checked).toMatchObject({ verdicts: { change: 2, same: 1, refused: 0, conflict: 0 } })
    expect(await readElements(ids)).toEqual(before)
    const { data } = await bulk.apply(checked.id)
    expect(await readElements(ids)).toEqual([
      stage.elems('sysUsers:list'),
      stage.elems('sysUsers:get', 'sysUsers:list').sort(),
      stage.elems('sysUsers:list'),
    ])
    await bulk.undo(data?.runId ?? null)
    expect(await readElements(ids)).toEqual(before)
  })
  it('are taken from those that hold them themselves', async () => {
    const [top, other] = [await stage.create(), await stage.create()]
    await stage.grant(top, { elems: stage.elems('sysUsers:list') })
    const below = await stage.create({ parent: top })
    const bulk = bulkCaller(app, stage.token, 'role')
    const { verdicts, id } = await bulk.checked(
      'takeElements',
      { ids: [top, other, below] },
      { elems: stage.elems('sysUsers:list') },
    )
    expect(verdicts).toMatchObject({ change: 1, same: 2 })
    await bulk.apply(id)
    expect(await readElements([top, other, below])).toEqual([[], [], []])
  })
  it('beyond the caller’s own are not given', async () => {
    const role = await stage.create()
    const { verdicts } = await bulkCaller(app, stage.token, 'role').checked(
      'giveElements',
      { ids: [role] },
      { elems: stage.elems('sysBases:edit') },
    )
    expect(verdicts).toMatchObject({ change: 0, refused: 1 })
  })
})
