import { expect, it } from 'vitest'
import { layoutRights } from './layout-rights.ts'
import { buildRightsGraph, type Effective, rolesOfMenu } from './rights-graph.ts'

const source = (id: string) => ({ id, name: `角色${id}`, from: null, org: null, anchor: null })
const right = (operation: string, ...roles: string[]) => ({ operation, name: operation, via: roles.map(source) })
const page = (id: string, needs: string[], via: string[]) => ({ id, name: `页面${id}`, above: ['组'], needs, via })
const effective: Effective = {
  everything: false,
  modules: {
    sysUsers: [right('list', 'a', 'b'), right('roles', 'b'), right('get', 'b')],
    sysTools: [right('use', 'b')],
  },
  names: { sysUsers: '用户', sysTools: '工具' },
  pages: [page('users', ['sysUsers:list'], ['a']), page('terms', ['sysUsers:roles'], [])],
  rows: { everybody: 'none', organizations: [], organizationCount: 0, roles: [] },
}
const term = { startTime: null, expireTime: '2020-01-01T00:00:00.000Z', reason: '', anchor: null, anchorable: false }
const given = { grantBy: null, grantTime: null, grantable: true }

it('puts each right below the page that needs it, else below the first page of its module, else below the module', () => {
  const { menus } = buildRightsGraph(effective)
  expect(menus.map(({ id, isPage, points }) => [id, isPage, points.map((point) => point.id)])).toEqual([
    ['users', true, ['sysUsers:list', 'sysUsers:get']],
    ['terms', true, ['sysUsers:roles']],
    ['sysTools', false, ['sysTools:use']],
  ])
  expect(menus.map(rolesOfMenu)).toEqual([['a', 'b'], ['b'], ['b']])
})

it('names the roles with their terms, also those that grant nothing now', () => {
  const assigned = [
    { ...term, ...given, roleId: 'b', name: '角色b', expireTime: null, inForce: true },
    { ...term, ...given, roleId: 'old', name: '旧角色', inForce: false },
  ]
  const { roles } = buildRightsGraph(effective, assigned)
  expect(roles.map(({ id, inForce, term: own }) => [id, inForce, own?.expireTime])).toEqual([
    ['a', true, undefined],
    ['b', true, null],
    ['old', false, term.expireTime],
  ])
})

it('places no two boxes over each other, within the size it tells', () => {
  const many = Array.from({ length: 40 }, (_, module) => [
    `m${module}`,
    Array.from({ length: 9 }, (_, at) => right(`o${at}`, 'a', 'b')),
  ])
  const graph = buildRightsGraph({ ...effective, modules: Object.fromEntries(many), pages: [] })
  const { boxes, width, height } = layoutRights(graph, { person: '张三', columns: 3, asked: undefined })
  expect(boxes).toHaveLength(1 + 2 + 40 + 360)
  for (const [at, one] of boxes.entries()) {
    expect(one.x + one.width).toBeLessThanOrEqual(width)
    expect(one.y + one.height).toBeLessThanOrEqual(height)
    for (const other of boxes.slice(at + 1))
      expect(
        one.x >= other.x + other.width ||
          other.x >= one.x + one.width ||
          one.y >= other.y + other.height ||
          other.y >= one.y + one.height,
      ).toBe(true)
  }
})

it('draws what is missing as a path of its own, first of all', () => {
  const asked = { allowed: false, menu: '参数', point: '新增', role: '参数管理员' }
  const { boxes, lines } = layoutRights(buildRightsGraph(effective), { person: '张三', columns: 3, asked })
  const missing = boxes.filter(({ isMissing }) => isMissing)
  expect(missing.map(({ kind, name }) => [kind, name])).toEqual([
    ['role', '参数管理员'],
    ['menu', '参数'],
    ['point', '新增'],
  ])
  expect(lines.filter(({ isMissing }) => isMissing)).toHaveLength(3)
  const others = boxes.filter(({ isMissing, kind }) => !isMissing && kind !== 'user')
  expect(Math.max(...missing.map(({ y }) => y))).toBeLessThan(Math.min(...others.map(({ y }) => y)))
})
