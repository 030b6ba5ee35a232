import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { id, nothing } from '../../../kernel/listing.ts'
import { oidcScopes } from './oidc-fields.ts'

const path = '/api/sys/oidc'
const uidParams = z.object({ uid: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/)) })
const ownSignIn = signedInBecause('people decide by themselves which applications they sign in to')

const appName = z.object({ id: z.string(), name: z.string(), home: z.string(), company: z.string() })

export const oidcContract = defineContract('oidc', {
  request: {
    method: 'GET',
    path: `${path}/interactions/:uid/v1`,
    summary: 'Read what an application asks for that the caller is about to sign in to',
    access: ownSignIn,
    reach: 'manual',
    params: uidParams,
    reply: z.object({
      app: z.extend(appName, { logo: z.string() }),
      /** The caller, as the user they would sign in as. */
      who: z.object({ name: z.string(), account: z.string() }),
      scopes: z.array(z.enum(oidcScopes)),
      /** The caller has allowed all of it before, and nothing demands to ask again. */
      given: z.boolean(),
      /** The application demands a sign-in that is newer than the caller's. */
      signInAgain: z.boolean(),
    }),
  },
  decide: {
    method: 'POST',
    path: `${path}/interactions/:uid/v1`,
    summary: 'Allow or refuse what an application asks for; replies where the browser goes on',
    access: ownSignIn,
    reach: 'manual',
    audit: { event: 'oidcConsent.decided' },
    params: uidParams,
    body: z.object({ allow: z.boolean() }),
    quiet: true,
    reply: z.object({ url: z.string() }),
  },
  consents: {
    method: 'GET',
    path: `${path}/consents/v1`,
    summary: 'List the applications that the caller has allowed something',
    access: ownSignIn,
    reach: 'platform',
    reply: z.array(
      z.object({
        app: appName,
        scopes: z.array(z.enum(oidcScopes)),
        createTime: z.string(),
        lastTime: z.string(),
      }),
    ),
  },
  revokeConsent: {
    method: 'DELETE',
    path: `${path}/consents/:appId/v1`,
    summary: 'Take back what the caller has allowed an application, and end its tokens',
    access: ownSignIn,
    reach: 'platform',
    audit: { event: 'oidcConsent.revoked' },
    params: z.object({ appId: id }),
    reply: nothing,
  },
})
