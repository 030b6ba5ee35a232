import { randomUUID } from 'node:crypto'
import { buildCompany, buildOrganization, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'

/** How far the callers of a stage see. */
type Reach = 'orgSub' | 'self' | 'all'

/** A company with two branches, and callers who see one of them. */
export const createNarrowStage = async (app: TestApp) => {
  await app.sql('delete from limits')
  const companyId = await buildCompany(app, `两处公司${randomUUID()}`)
  const north = await buildOrganization(app, companyId, '北区')
  const south = await buildOrganization(app, companyId, '南区')
  const join = (user: { id: string }, orgId: string) =>
    app.sql(
      `insert into user_orgs (company_id, user_id, org_id, is_primary)
       values ($1, $2, $3, not exists (select from user_orgs where user_id = $2))`,
      [companyId, user.id, orgId],
    )
  /** A user, of a branch or of none, whose role has this data scope. */
  const buildMember = async (orgId: string | null, permissions: string[] = [], reach: Reach = 'orgSub') => {
    const user = await buildUser(app, { companyId, permissions })
    await app.sql('update users set name = $2 where id = $1', [user.id, `成员${user.id.slice(-8)}`])
    await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, reach])
    if (orgId !== null) await join(user, orgId)
    return user
  }
  return {
    companyId,
    north,
    south,
    join,
    buildMember,
    /** A signed-in user of the northern branch who sees its members alone. */
    signInNorth: async (...permissions: string[]) => app.signIn(await buildMember(north, permissions)),
    /** A signed-in user of no branch who sees everybody. */
    signInWide: async (...permissions: string[]) => app.signIn(await buildMember(null, permissions, 'all')),
  }
}
export type NarrowStage = Awaited<ReturnType<typeof createNarrowStage>>
