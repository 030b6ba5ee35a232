import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

// Requests to sign in are begun by browsers, so that these name none that exists.
const uid = 'a'.repeat(43)

export const samples: MakeSamples = async ({ reader, operator }) => ({
  'openApps.previewClaims': () => ({ params: { id: randomUUID(), userId: randomUUID() }, token: reader }),
  'openApis.signingKeys': () => ({ token: operator }),
  'openApis.rotateKey': () => ({ token: operator }),
  'oidc.request': () => ({ params: { uid }, token: reader }),
  'oidc.decide': () => ({ params: { uid }, body: { allow: true }, token: reader }),
  'oidc.revokeConsent': () => ({ params: { appId: randomUUID() }, token: reader }),
})
