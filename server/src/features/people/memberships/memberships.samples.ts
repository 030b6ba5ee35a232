import { randomUUID } from 'node:crypto'
import { buildUser } from '../../../../test/factories.ts'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/** Invitations of one account, each from another company without limits. */
const fillMembershipInvitations = async (app: TestApp, companyId: string, account: string, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `with host as (insert into companies (id, name) select id, '邀' || id from unnest($2::uuid[]) id returning id)
     insert into membership_invitations (company_id, id, target, principal_company_id, principal_id, expires_at, created_by)
     select host.id, host.id, $3, users.company_id, users.id, now() + interval '1 day', '{"id":"","name":"池"}'
     from host, users where users.company_id = $1 and users.account = $3`,
    [companyId, ids, account],
  )
  return () => ids.pop() ?? randomUUID()
}

export const samples: MakeSamples = async ({ app, readers, reader, writer, poolSize }) => {
  const invited = await buildUser(app, { companyId: readers })
  const invitedToken = await app.signIn(invited)
  const nextInvitation = await fillMembershipInvitations(app, readers, invited.account, Math.ceil(poolSize / 8))
  return {
    'sysMemberships.list': () => ({ query: {}, token: reader }),
    'sysMemberships.create': () => ({ body: { target: `t_${randomUUID().slice(0, 8)}`, note: '' }, token: writer }),
    'sysMemberships.remove': () => ({ params: { id: randomUUID() }, token: writer }),
    'sysMemberships.own': () => ({ token: reader }),
    'sysMemberships.accept': () => ({ params: { id: nextInvitation() }, token: invitedToken }),
    'sysMemberships.decline': () => ({ params: { id: nextInvitation() }, token: invitedToken }),
    'sysMemberships.leave': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysMemberships.enter': () => ({ params: { id: randomUUID() }, token: reader }),
  }
}
