import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, writers, writer, operator, nextUser }) => {
  await app.sql(`insert into enterprises (company_id, name) values ($1, '写')`, [writers])
  const body = { name: '写', creditCode: '', legal: '王强', contact: '赵敏', phone: '', address: '上海', version: 1 }
  const asOperator =
    (more: object = {}) =>
    () => ({ params: { id: writers }, token: operator, ...more })
  const refusal = { body: { reason: '照片不清晰', version: 1 } }
  const byId = () => ({ params: { id: randomUUID() }, token: writer })
  return {
    'frontEnts.updateEnt': () => ({ body, token: writer }),
    'frontEnts.replaceLicence': () => ({ token: writer }),
    'frontUsers.enterprise': asOperator(),
    'frontUsers.enterpriseLicence': asOperator(),
    'frontUsers.approve': asOperator({ body: { version: 1 } }),
    'frontUsers.reject': asOperator(refusal),
    'frontUsers.revoke': asOperator(refusal),
    'frontEnts.switch': () => ({ body: { entId: randomUUID() }, token: writer }),
    'frontEnts.accept': byId,
    'frontEnts.decline': byId,
    'frontEnts.leave': byId,
    'frontEnts.invite': 'sysMemberships.create',
    'frontEnts.withdraw': byId,
    'frontEnts.createCode': 'sysInvitations.create',
    'frontEnts.removeCode': byId,
    'frontEnts.roles': () => ({ params: { id: nextUser() }, token: writer }),
    'frontEnts.assignRoles': 'sysUsers.assignRoles',
  }
}
