import type { GrantImpact } from '@atrium/contract/features/roles/roles.contract.ts'
import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { confirmed } from './confirmed.ts'
import { buildCompany, buildUser } from './factories.ts'
import type { Answered, TestApp } from './harness.ts'

const operations = ['list', 'add', 'edit', 'delete', 'grants', 'members', 'copy']
/** Every right about roles. */
export const roleRights = operations.map((operation) => `sysRoles:${operation}`)
type Shown = { impact: GrantImpact; confirmToken: string }
type New = RequestOf<typeof rolesContract.create>['body']

/** What an answer of code 111 shows. */
export const shownBy = ({ code, data }: { code: number; data?: unknown }): Shown => {
  if (code !== 111) throw new Error(`nothing was shown: ${code}`)
  return data as Shown
}

let named = 0
/** A company with somebody who looks after its roles, and short ways to arrange and change them. */
export const createRoleStage = async (app: TestApp, held: { permissions?: string[]; menus?: string[] } = {}) => {
  named += 1
  const companyId = await buildCompany(app, `角色公司${named}`)
  const permissions = [...roleRights, ...(held.permissions ?? [])]
  const keeper = await buildUser(app, { companyId, permissions, menus: held.menus ?? [] })
  const token = await app.signIn(keeper)
  const elements = new Map((await app.sql('select code, id from elements')).map((row) => [row.code, String(row.id)]))
  const menus = new Map((await app.sql('select code, id from menus')).map((row) => [row.code, String(row.id)]))
  const idsOf = (known: ReadonlyMap<unknown, string>, codes: readonly string[]) =>
    codes.map((code) => known.get(code) ?? code).sort()

  const stage = {
    companyId,
    keeper,
    token,
    elems: (...codes: string[]) => idsOf(elements, codes),
    menus: (...codes: string[]) => idsOf(menus, codes),
    /** One call; when it shows its impact first, that is confirmed. */
    async confirmed<E extends Endpoint>(endpoint: E, request: RequestOf<E>, by = token): Promise<Answered<E>> {
      return (await confirmed(app, endpoint, request, by)).done
    },
    /** A role that shows its wearers whatever whoever looks after roles sees. */
    async create(body: Partial<New> = {}, by = token): Promise<string> {
      named += 1
      const { data, msg } = await app.call(
        rolesContract.create,
        { body: { name: `角色${named}`, dataScope: 'all', ...body } },
        by,
      )
      if (!data) throw new Error(msg)
      return data.id
    },
    async get(id: string, by = token) {
      const { data, msg } = await app.call(rolesContract.get, { params: { id } }, by)
      if (!data) throw new Error(msg)
      return data
    },
    async grants(id: string, by = token) {
      const { data, msg } = await app.call(rolesContract.grants, { params: { id } }, by)
      if (!data) throw new Error(msg)
      return data
    },
    async grant(id: string, change: object, by = token) {
      const body = { ...(await stage.grants(id, by)), ...change }
      return stage.confirmed(rolesContract.updateGrants, { params: { id }, body }, by)
    },
    async edit(id: string, change: object, by = token) {
      const { name, type, parent, sort, desc, version } = await stage.get(id, by)
      const kind = type === 'builtin' ? 'custom' : type
      const body = { name, type: kind, parent, sort, desc, version, ...change }
      return stage.confirmed(rolesContract.update, { params: { id }, body }, by)
    },
    members: (id: string, body: { add?: string[]; remove?: string[] }, by = token) =>
      stage.confirmed(rolesContract.changeMembers, { params: { id }, body }, by),
    /** Somebody who wears these roles, and nothing else. */
    async wearing(...roleIds: string[]) {
      const user = await buildUser(app, { companyId })
      await app.sql('delete from user_roles where user_id = $1', [user.id])
      await app.sql('delete from roles where id = $1', [user.roleId])
      await app.sql('insert into user_roles (company_id, user_id, role_id) select $1, $2, unnest($3::uuid[])', [
        companyId,
        user.id,
        roleIds,
      ])
      return user
    },
    /** What somebody may do, as his own console is told: `module:operation`. */
    async rights(user: { account: string; password: string }): Promise<string[]> {
      const { data } = await app.call(sessionContract.elements, {}, await app.signIn(user))
      const modules = (data ?? {}) as Record<string, string[]>
      return Object.entries(modules)
        .flatMap(([module, held]) => held.map((operation) => `${module}:${operation}`))
        .sort()
    },
  }
  return stage
}
export type RoleStage = Awaited<ReturnType<typeof createRoleStage>>
