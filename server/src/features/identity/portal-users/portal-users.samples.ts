import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ nextUser, writer }) => {
  const params = () => ({ params: { id: nextUser() }, token: writer })
  return {
    'frontUsers.pages': () => ({ query: { search: '客' }, token: writer }),
    'frontUsers.get': params,
    'frontUsers.update': () => ({ ...params(), body: { name: '名', sex: 0, version: 1 } }),
    'frontUsers.lock': () => ({ ...params(), body: { reason: '违规' } }),
    'frontUsers.unlock': params,
  }
}
