import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { email, maxPasswordInput, messages, phone, text, typedPassword } from '../../../kernel/fields.ts'
import { id, idParams, moment, nothing } from '../../../kernel/listing.ts'
import { passwordPolicy } from '../../../kernel/password-policy.ts'
import { assertion, captchaProof, secondSteps, sentCode, sentCodeReply } from '../sign-in/sign-in.contract.ts'

const ownWrite = signedInBecause('changes only the caller’s own security settings')
const ownRead = signedInBecause('returns only data about the caller')

export const bindTypes = ['phone', 'mail'] as const
export const switchItems = ['sms', 'totp', 'passkey', 'loginNotice'] as const

/** Phone and mail have their own messages. */
const target = z.string(messages.required).check(z.trim(), z.minLength(1, messages.required), z.maxLength(254))
const targetProblem = ({ type, target: to }: { type: 'phone' | 'mail'; target: string }) =>
  (type === 'phone' ? phone : email).safeParse(to).error?.issues[0]?.message
const bindFields = { type: z.enum(bindTypes), target }

export const securityState = z.object({
  /** 0 to 100: how well the account is protected. */
  score: z.int(),
  policy: passwordPolicy,
  password: z.object({ time: moment, expiresInDays: z.nullable(z.int()), remind: z.boolean() }),
  /** Masked; empty if none is bound. */
  phone: z.string(),
  mail: z.string(),
  totp: z.boolean(),
  sms: z.boolean(),
  loginNotice: z.boolean(),
  passkeys: z.int(),
  /** Outside identities that sign the user in. */
  links: z.int(),
  /** Unused recovery codes. */
  recovery: z.int(),
  trusted: z.int(),
  sessions: z.int(),
})
export const passkeyRow = z.object({ id, name: z.string(), createTime: moment, lastTime: z.nullable(moment) })
export const trustedDeviceRow = z.object({
  id,
  ip: z.string(),
  agent: z.string(),
  createTime: moment,
  expireTime: moment,
})

export const reauthenticationMethods = [...secondSteps, 'password'] as const
/** Data of code 111 when reauthentication is required: the methods on offer; `target` is the masked phone. */
export const reauthenticationRequired = z.object({
  prove: z.array(z.object({ type: z.enum(reauthenticationMethods), target: z.string() })),
})
const reauthenticationCall = {
  method: 'POST',
  access: signedInBecause('proves only the caller’s identity'),
  reach: 'manual',
  whileActing: 'home',
  skipsReauthentication: true,
  quiet: true,
} as const

export const securityContract = defineContract('sysSecurity', {
  state: {
    method: 'GET',
    path: '/api/sys/security/v1',
    summary: 'Read the caller’s security settings and their score',
    access: ownRead,
    homeAccountOnly: true,
    reach: 'company',
    reply: securityState,
  },
  bindSend: {
    method: 'POST',
    path: '/api/sys/security/bind/send/v1',
    summary: 'Send a code to the phone or mail address to be bound',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'manual',
    audit: { event: 'bindCode.requested' },
    quiet: true,
    body: z.object({ ...bindFields, ...captchaProof }).check((payload) => {
      const message = targetProblem(payload.value)
      if (message) payload.issues.push({ code: 'custom', path: ['target'], message, input: payload.value.target })
    }),
    reply: sentCodeReply,
  },
  bindConfirm: {
    method: 'POST',
    path: '/api/sys/security/bind/confirm/v1',
    summary: 'Bind the phone or mail address the code was sent to; the old one is notified',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'manual',
    audit: { event: 'contact.bound' },
    body: z.object({ ...bindFields, uuid: z.uuid('请先获取验证码'), code: sentCode, password: typedPassword }),
    reply: nothing,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/sys/security/pass/v1',
    summary: 'Change the caller’s password; their other sessions end',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'manual',
    audit: { event: 'password.changed' },
    body: z.object({
      oldPass: typedPassword,
      newPass: z.string(messages.required).check(z.minLength(1, messages.required), z.maxLength(maxPasswordInput)),
    }),
    reply: nothing,
  },
  switchItem: {
    method: 'PUT',
    path: '/api/sys/security/switch/v1',
    summary: 'Switch a second step or a notice on or off; 111 returns the challenge for the next call',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'manual',
    audit: { event: 'securityItem.switched' },
    body: z.object({
      item: z.enum(switchItems),
      on: z.boolean(),
      /** Required to turn protection off, and before setting up a second step. */
      password: z.optional(typedPassword),
      /** The authenticator app's code that confirms a new TOTP secret. */
      code: z.optional(z.string().check(z.trim(), z.maxLength(16))),
      /** Id of the passkey options from the first call. */
      uuid: z.optional(z.uuid()),
      attestation: z.optional(assertion),
      name: z.optional(text(40)),
    }),
    reply: nothing,
  },
  recoveryCodes: {
    method: 'POST',
    path: '/api/sys/security/recovery/v1',
    summary: 'Generate ten new recovery codes; the old ones no longer work',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'manual',
    audit: { event: 'recoveryCodes.replaced' },
    body: z.object({ password: typedPassword }),
    reply: z.object({ codes: z.array(z.string()) }),
  },
  sendProofCode: {
    ...reauthenticationCall,
    path: '/api/sys/security/proof/send/v1',
    summary: 'Send a code to the caller’s own phone for reauthentication',
    audit: { event: 'proofCode.requested' },
    body: z.object({}),
    reply: sentCodeReply,
  },
  prove: {
    ...reauthenticationCall,
    path: '/api/sys/security/proof/v1',
    summary: 'Reauthenticate; for a while, this session can make calls that require it',
    audit: { event: 'session.proved' },
    body: z.object({
      type: z.enum(reauthenticationMethods, '请选择验证方式'),
      /** Id of the sent code or of the passkey challenge. */
      uuid: z.optional(z.uuid()),
      code: z.optional(z.string().check(z.trim(), z.maxLength(32))),
      assertion: z.optional(assertion),
      password: z.optional(typedPassword),
    }),
    reply: nothing,
  },
  passkeys: {
    method: 'GET',
    path: '/api/sys/security/passkeys/v1',
    summary: 'List the caller’s passkeys',
    access: ownRead,
    homeAccountOnly: true,
    reach: 'company',
    reply: z.array(passkeyRow),
  },
  renamePasskey: {
    method: 'PUT',
    path: '/api/sys/security/passkeys/:id/v1',
    summary: 'Rename a passkey of the caller',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'company',
    audit: { event: 'passkey.renamed' },
    params: idParams,
    body: z.object({ name: text(40) }),
    reply: nothing,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/sys/security/passkeys/:id/v1',
    summary: 'Remove a passkey of the caller',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'company',
    audit: { event: 'passkey.removed' },
    params: idParams,
    reply: nothing,
  },
  trustedDevices: {
    method: 'GET',
    path: '/api/sys/security/trusted/v1',
    summary: 'List the caller’s trusted browsers, which need no second step for a while',
    access: ownRead,
    homeAccountOnly: true,
    reach: 'company',
    reply: z.array(trustedDeviceRow),
  },
  removeTrustedDevice: {
    method: 'DELETE',
    path: '/api/sys/security/trusted/:id/v1',
    summary: 'Stop trusting a browser, so that it needs the second step again',
    access: ownWrite,
    homeAccountOnly: true,
    reach: 'company',
    audit: { event: 'trustedDevice.removed' },
    params: idParams,
    reply: nothing,
  },
})
