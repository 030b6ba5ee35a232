import { randomUUID } from 'node:crypto'
import { anyPhone, code, type MakeSamples, password } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, writer }) => {
  await app.sql(`update base_parameters set value = '"open"' where code = 'register.mode'`)
  return {
    'sysRegistrations.register': (n) => ({
      body: {
        kind: 'person',
        account: `guest_${n + 1}`,
        name: '客',
        phone: anyPhone(),
        ...code(),
        password,
        agree: true,
      },
    }),
    'sysRegistrations.approve': () => ({ params: { id: randomUUID() }, body: { version: 1 } }),
    'sysRegistrations.reject': () => ({ params: { id: randomUUID() }, body: { reason: '不符', version: 1 } }),
    'sysInvitations.create': () => ({ body: { note: '邀', mostUses: 1, days: 1 }, token: writer }),
  }
}
