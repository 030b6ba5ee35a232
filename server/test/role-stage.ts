import type { GrantImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { callAndConfirm } from './call-and-confirm.ts'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp, TestResponse } from './harness.ts'

const operations = ['list', 'add', 'edit', 'delete', 'grants', 'members', 'copy']
/** All permissions on roles. */
export const roleRights = operations.map((operation) => `sysRoles:${operation}`)
type ImpactResponse = { impact: GrantImpact; confirmToken: string }
type NewRole = RequestOf<typeof rolesContract.create>['body']

/**
 * The data of a response with code 111.
 * @throws for any other code
 */
export const getImpact = ({ code, data }: { code: number; data?: unknown }): ImpactResponse => {
  if (code !== 111) throw new Error(`nothing was shown: ${code}`)
  return data as ImpactResponse
}

let roleCount = 0
/** A company with a role administrator, and helpers to create and change roles. */
export const createRoleStage = async (app: TestApp, extra: { permissions?: string[]; menus?: string[] } = {}) => {
  roleCount += 1
  const companyId = await buildCompany(app, `角色公司${roleCount}`)
  const permissions = [...roleRights, ...(extra.permissions ?? [])]
  const admin = await buildUser(app, { companyId, permissions, menus: extra.menus ?? [] })
  const token = await app.signIn(admin)
  const elements = new Map((await app.sql('select code, id from elements')).map((row) => [row.code, String(row.id)]))
  const menus = new Map((await app.sql('select code, id from menus')).map((row) => [row.code, String(row.id)]))
  const toIds = (known: ReadonlyMap<unknown, string>, codes: readonly string[]) =>
    codes.map((code) => known.get(code) ?? code).sort()

  const stage = {
    companyId,
    admin,
    token,
    elems: (...codes: string[]) => toIds(elements, codes),
    menus: (...codes: string[]) => toIds(menus, codes),
    /** Sends a request and confirms the impact if one is shown. */
    async callAndConfirm<E extends Endpoint>(endpoint: E, request: RequestOf<E>, by = token): Promise<TestResponse<E>> {
      return (await callAndConfirm(app, endpoint, request, by)).done
    },
    /** Creates a role with the row scope `all`. */
    async create(body: Partial<NewRole> = {}, by = token): Promise<string> {
      roleCount += 1
      const { data, msg } = await app.call(
        rolesContract.create,
        { body: { name: `角色${roleCount}`, dataScope: 'all', ...body } },
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
      const { data, msg } = await app.call(roleGrantsContract.grants, { params: { id } }, by)
      if (!data) throw new Error(msg)
      return data
    },
    async grant(id: string, change: object, by = token) {
      const body = { ...(await stage.grants(id, by)), ...change }
      return stage.callAndConfirm(roleGrantsContract.updateGrants, { params: { id }, body }, by)
    },
    async edit(id: string, change: object, by = token) {
      const { name, type, parent, sort, desc, version } = await stage.get(id, by)
      const kind = type === 'builtin' ? 'custom' : type
      const body = { name, type: kind, parent, sort, desc, version, ...change }
      return stage.callAndConfirm(rolesContract.update, { params: { id }, body }, by)
    },
    members: (id: string, body: { add?: string[]; remove?: string[] }, by = token) =>
      stage.callAndConfirm(roleMembersContract.changeMembers, { params: { id }, body }, by),
    /** A user with these roles only. */
    async createAssignee(...roleIds: string[]) {
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
    /** Permissions of a user as their console reads them: `module:operation`. */
    async rights(user: { account: string; password: string }): Promise<string[]> {
      const { data } = await app.call(sessionContract.elements, {}, await app.signIn(user))
      const modules = (data ?? {}) as Record<string, string[]>
      return Object.entries(modules)
        .flatMap(([module, operations]) => operations.map((operation) => `${module}:${operation}`))
        .sort()
    },
  }
  return stage
}
export type RoleStage = Awaited<ReturnType<typeof createRoleStage>>
