import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const buildTerm = (userId: string) => ({ userId, roleId: null, expireTime: '2089-01-01T00:00:00Z' })

export const samples: MakeSamples = async ({ writer, nextUser }) => ({
  'sysUsers.terms': () => ({ query: { 'f.days': 30 }, token: writer }),
  'sysUsers.extendTerms': () => ({
    body: { terms: [buildTerm(nextUser())], until: '2090-01-01T00:00:00Z' },
    token: writer,
  }),
  'sysUsers.releaseTerms': () => ({ body: { terms: [buildTerm(nextUser())], when: 'end' }, token: writer }),
})
