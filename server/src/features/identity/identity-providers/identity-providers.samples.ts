import { randomUUID } from 'node:crypto'
import { linkState } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const by = JSON.stringify({ id: '', name: '池' })

export const samples: MakeSamples = async ({ app, writers, writer, reader, poolSize }) => {
  const ids = Array.from({ length: poolSize }, () => randomUUID())
  await app.sql(
    `insert into identity_providers (company_id, id, name, kind, issuer, client_id, sealed_secret, scopes, mail_domains,
       enabled, created_by, updated_by)
     select $1, id, '池' || at, 'oidc', 'https://192.0.2.1', 'c', '', '{}', '{}', false, $3, $3
     from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [writers, ids, by],
  )
  const [shared = '', ...free] = ids
  const next = () => free.pop() ?? randomUUID()
  const body = () => ({
    name: `登${randomUUID().slice(0, 18)}`,
    issuer: 'https://192.0.2.1/oidc',
    clientId: 'c',
    secret: 's',
    agentId: '1',
    scopes: ['profile'],
    mailDomains: ['a.example.cn'],
    enabled: false,
    createsPeople: false,
    mapping: [],
    mapsAlways: false,
  })
  const params = { state: 'x', code: 'x' }
  const device = { id: 'd', name: 'n' }
  return {
    'sysIdentityProviders.list': () => ({ query: { search: '池1' }, token: writer }),
    'sysIdentityProviders.get': () => ({ params: { id: shared }, token: writer }),
    // The pool has more than a company may add.
    'sysIdentityProviders.create': () => ({ body: { kind: 'oidc', ...body() }, token: reader }),
    'sysIdentityProviders.update': () => ({ params: { id: next() }, body: { ...body(), version: 1 }, token: writer }),
    'sysIdentityProviders.remove': () => ({ params: { id: next() }, token: writer }),
    'sysIdentityProviders.test': () => ({ params: { id: randomUUID() }, token: writer }),
    'sysOutsideSignIn.buttons': () => ({ query: { mail: 'x@a.example.cn' } }),
    'sysOutsideSignIn.start': () => ({ params: { id: shared }, body: { returnTo: '/console/web/a' } }),
    'sysOutsideSignIn.finish': () => ({ body: { provider: shared, params, device } }),
    'sysOutsideSignIn.prove': () => ({ body: { ticket: 't', account: 'nobody', password: 'Wrong#pass1', device } }),
    'sysIdentityLinks.start': () => ({ params: { id: shared }, token: writer }),
    'sysIdentityLinks.finish': () => ({
      body: { provider: shared, params: { ...params, state: `${linkState}x` } },
      token: writer,
    }),
    'sysIdentityLinks.remove': () => ({ params: { linkId: randomUUID() }, token: writer }),
  }
}
