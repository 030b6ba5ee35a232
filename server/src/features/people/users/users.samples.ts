import { randomUUID } from 'node:crypto'
import { fillUsers } from '../../../../test/hostile/pools.ts'
import { type MakeSamples, maxHashedPerParameter } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, writers, writer, auditor, nextUser, poolSize }) => {
  const some = Math.ceil(poolSize / 4)
  const nextLocked = await fillUsers(app, writers, 'locked', some)
  const nextDisabled = await fillUsers(app, writers, 'disabled', some)
  const nextDeleted = await fillUsers(app, writers, 'binned', some)
  return {
    'sysUsers.options': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: writer }),
    'sysUsers.get': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.create': (n, at) => ({
      // Hashing is slow: most requests stop at the password policy.
      body: {
        account: `made_${at?.path.join('') ?? 'header'}_${n + 1}`,
        name: '名',
        ...(n >= maxHashedPerParameter && { password: 'weak' }),
      },
      token: writer,
    }),
    'sysUsers.update': () => ({ params: { id: nextUser() }, body: { name: '名', version: 1 }, token: writer }),
    'sysUsers.remove': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.restore': () => ({ params: { id: nextDeleted() }, token: writer }),
    'sysUsers.reset': (n) => ({
      params: { id: nextUser() },
      body: n >= maxHashedPerParameter ? { password: 'weak' } : {},
      token: writer,
    }),
    'sysUsers.lock': () => ({ params: { id: nextUser() }, body: { reason: '试' }, token: writer }),
    'sysUsers.unlock': () => ({ params: { id: nextLocked() }, token: writer }),
    'sysUsers.disable': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.enable': () => ({ params: { id: nextDisabled() }, token: writer }),
    'sysUsers.roles': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.offeredRoles': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: writer }),
    'sysUsers.assignRoles': () => ({ params: { id: nextUser() }, body: { roles: [], version: 1 }, token: writer }),
    'sysUsers.portraits': () => ({ query: { ids: nextUser() }, token: writer }),
    'sysUsers.sessions': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.endSession': () => ({ params: { id: nextUser(), sid: randomUUID() }, token: writer }),
    'sysUsers.effective': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.batch': () => ({ body: { action: 'lock', ids: [nextUser()], params: { reason: '试' } }, token: writer }),
    'sysUsers.exportUsers': () => ({ body: {}, token: auditor }),
  }
}
