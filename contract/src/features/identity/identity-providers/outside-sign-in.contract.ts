import * as z from 'zod/mini'
import { defineContract, publicBecause, signedInBecause } from '../../../kernel/endpoint.ts'
import { optionalText, text, typedPassword } from '../../../kernel/fields.ts'
import { id, idParams, moment, nothing } from '../../../kernel/listing.ts'
import { captchaProof, nextStep } from '../sign-in/sign-in.contract.ts'
import { providerKinds } from './provider-fields.ts'

const path = '/api/sys/identity'
/** How the state of a way begins on which a signed-in person links an identity. */
export const linkState = 'link.'
const limit = { points: 60, seconds: 60 } as const
const noSessionYet = publicBecause('the sign-in itself; there is no session yet')
const ownAccount = signedInBecause('people decide by themselves how they sign in')

const device = z.optional(z.object({ id: optionalText(64), name: optionalText(64) }))
/** What the provider sent back, and to whose address. */
const callbackBody = z.object({
  provider: id,
  params: z
    .record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(8192)))
    .check(z.refine((params) => Object.keys(params).length <= 20)),
  device,
})
const startBody = z.object({
  /** A page of this site to show afterwards. */
  returnTo: z._default(z.string().check(z.maxLength(500)), ''),
})
const toProvider = z.object({ url: z.string() })
const firstStepDone = z.extend(nextStep, { tempToken: z.string(), expires: z.int() })

export const outsideSignInContract = defineContract('sysOutsideSignIn', {
  buttons: {
    method: 'GET',
    path: `${path}/buttons/v1`,
    summary: 'List the identity providers offered at this host, and those for a mail domain',
    access: publicBecause('needed before users can sign in'),
    reach: 'platform',
    limit,
    query: z.object({ mail: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), '') }),
    reply: z.object({
      buttons: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: z.enum(providerKinds),
          /** Whose people it signs in; empty for those of all companies. */
          company: z.string(),
        }),
      ),
      /** Whether some provider is found by a mail domain. */
      byMail: z.boolean(),
    }),
  },
  start: {
    method: 'POST',
    path: `${path}/providers/:id/start/v1`,
    summary: 'Begin to sign in at an identity provider; replies where the browser goes',
    access: noSessionYet,
    reach: 'manual',
    limit,
    audit: { none: 'nothing is known of the person yet' },
    quiet: true,
    params: idParams,
    body: startBody,
    reply: toProvider,
  },
  finish: {
    method: 'POST',
    path: `${path}/finish/v1`,
    summary:
      'Verify what an identity provider has sent back; starts the sign-in steps, or asks to prove an account here',
    access: noSessionYet,
    reach: 'manual',
    limit,
    audit: { event: 'outsideSignIn.verified' },
    quiet: true,
    body: callbackBody,
    reply: z.object({
      /** The next sign-in step; null if the account here is still to be proved. */
      step: z.nullable(firstStepDone),
      /** Names the proved identity in `prove`. */
      ticket: z.string(),
      /** As the provider calls the person. */
      name: z.string(),
      provider: z.string(),
      returnTo: z.string(),
    }),
  },
  prove: {
    method: 'POST',
    path: `${path}/prove/v1`,
    summary: 'Prove an account here by its password, to which the outside identity is linked when sign-in is complete',
    access: noSessionYet,
    reach: 'manual',
    limit,
    audit: { event: 'outsideSignIn.proved' },
    quiet: true,
    body: z.object({
      ticket: text(100),
      account: text(64, '请输入账号'),
      password: typedPassword,
      ...captchaProof,
      device,
    }),
    reply: firstStepDone,
  },
})

export const identityLinksContract = defineContract('sysIdentityLinks', {
  list: {
    method: 'GET',
    path: `${path}/links/v1`,
    summary: 'List the outside identities that the caller can link, and those that are linked',
    access: ownAccount,
    reach: 'platform',
    reply: z.array(
      z.object({
        /** Of the provider. */
        id: z.string(),
        provider: z.string(),
        kind: z.enum(providerKinds),
        link: z.nullable(
          z.object({ id: z.string(), name: z.string(), createTime: moment, lastTime: z.nullable(moment) }),
        ),
      }),
    ),
  },
  start: {
    method: 'POST',
    path: `${path}/links/:id/start/v1`,
    summary: 'Begin to link an outside identity; replies where the browser goes',
    access: ownAccount,
    reach: 'manual',
    homeAccountOnly: true,
    whileActing: 'never',
    limit,
    audit: { none: 'the link is audited when it is made' },
    quiet: true,
    params: idParams,
    reply: toProvider,
  },
  finish: {
    method: 'POST',
    path: `${path}/links/v1`,
    summary: 'Link the outside identity that has been proved',
    access: ownAccount,
    reach: 'manual',
    homeAccountOnly: true,
    whileActing: 'never',
    limit,
    audit: { event: 'identityLink.created' },
    body: callbackBody,
    reply: z.object({ provider: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: `${path}/links/:linkId/v1`,
    summary: 'Remove a link; ends the other sessions that began by it',
    access: ownAccount,
    reach: 'manual',
    homeAccountOnly: true,
    whileActing: 'never',
    audit: { event: 'identityLink.removed' },
    params: z.object({ linkId: id }),
    reply: nothing,
  },
})
