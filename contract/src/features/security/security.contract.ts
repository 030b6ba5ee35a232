import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../kernel/endpoint.ts'
import { email, maxPasswordInput, messages, phone, text, typedPassword } from '../../kernel/fields.ts'
import { id, idParams, moment, nothing } from '../../kernel/listing.ts'
import { passwordPolicy } from '../password-policies/password-policy.ts'
import { assertion, captchaProof, secondSteps, sent, sentCode } from '../sign-in/sign-in.contract.ts'

const own = signedInBecause('changes only the caller’s own security settings')
const ownRead = signedInBecause('answers only about the caller')

export const bindTypes = ['phone', 'mail'] as const
export const switchItems = ['sms', 'totp', 'passkey', 'loginNotice'] as const

/** Phone and mail have their own sentences. */
const target = z.string(messages.required).check(z.trim(), z.minLength(1, messages.required), z.maxLength(254))
const judgeTarget = ({ type, target: to }: { type: 'phone' | 'mail'; target: string }) =>
  (type === 'phone' ? phone : email).safeParse(to).error?.issues[0]?.message
const bindFields = { type: z.enum(bindTypes), target }

export const securityState = z.object({
  /** 0 to 100: how well the account is guarded. */
  score: z.int(),
  policy: passwordPolicy,
  password: z.object({ time: moment, expiresInDays: z.nullable(z.int()), remind: z.boolean() }),
  /** Masked; empty when none is bound. */
  phone: z.string(),
  mail: z.string(),
  totp: z.boolean(),
  sms: z.boolean(),
  loginNotice: z.boolean(),
  passkeys: z.int(),
  /** Recovery codes that were not used yet. */
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

/** For so many minutes, in the session it was given in, a proof spares the next one. */
export const proofMinutes = 10
export const proofKinds = [...secondSteps, 'password'] as const
/** What 111 brings where somebody has to prove that it is he: what he can do that with; `target` is the masked phone. */
export const proofAsked = z.object({ prove: z.array(z.object({ type: z.enum(proofKinds), target: z.string() })) })
const proving = {
  method: 'POST',
  access: signedInBecause('proves only who the caller is'),
  reach: 'nothing',
  whileActing: 'home',
  withoutProof: true,
  quiet: true,
} as const

export const securityContract = defineContract('sysSecurity', {
  state: {
    method: 'GET',
    path: '/api/sys/security/v1',
    summary: 'My security settings and their score',
    access: ownRead,
    ofPrincipal: true,
    reach: 'company',
    reply: securityState,
  },
  bindSend: {
    method: 'POST',
    path: '/api/sys/security/bind/send/v1',
    summary: 'Send a code to the phone or mail address I want to bind',
    access: own,
    ofPrincipal: true,
    reach: 'nothing',
    audit: { event: 'bindCode.requested' },
    quiet: true,
    body: z.object({ ...bindFields, ...captchaProof }).check((judged) => {
      const message = judgeTarget(judged.value)
      if (message) judged.issues.push({ code: 'custom', path: ['target'], message, input: judged.value.target })
    }),
    reply: sent,
  },
  bindConfirm: {
    method: 'POST',
    path: '/api/sys/security/bind/confirm/v1',
    summary: 'Bind the phone or mail address the code went to; the old one is told',
    access: own,
    ofPrincipal: true,
    reach: 'nothing',
    audit: { event: 'contact.bound' },
    body: z.object({ ...bindFields, uuid: z.uuid('请先获取验证码'), code: sentCode, password: typedPassword }),
    reply: nothing,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/sys/security/pass/v1',
    summary: 'Change my password; my other sessions end',
    access: own,
    ofPrincipal: true,
    reach: 'nothing',
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
    summary: 'Switch a second step or a notice on or off; 111 brings what the next call must answer',
    access: own,
    ofPrincipal: true,
    reach: 'nothing',
    audit: { event: 'securityItem.switched' },
    body: z.object({
      item: z.enum(switchItems),
      on: z.boolean(),
      /** Asked for whenever protection is taken away, and before a new second step is set up. */
      password: z.optional(typedPassword),
      /** The authenticator app's code that proves a new TOTP secret. */
      code: z.optional(z.string().check(z.trim(), z.maxLength(16))),
      /** Of the passkey options that the first call brought. */
      uuid: z.optional(z.uuid()),
      attestation: z.optional(assertion),
      name: z.optional(text(40)),
    }),
    reply: nothing,
  },
  recoveryCodes: {
    method: 'POST',
    path: '/api/sys/security/recovery/v1',
    summary: 'Ten new recovery codes; the old ones no longer work',
    access: own,
    ofPrincipal: true,
    reach: 'nothing',
    audit: { event: 'recoveryCodes.replaced' },
    body: z.object({ password: typedPassword }),
    reply: z.object({ codes: z.array(z.string()) }),
  },
  sendProofCode: {
    ...proving,
    path: '/api/sys/security/proof/send/v1',
    summary: 'Send a code to my own phone, to prove that it is me',
    audit: { event: 'proofCode.requested' },
    body: z.object({}),
    reply: sent,
  },
  prove: {
    ...proving,
    path: '/api/sys/security/proof/v1',
    summary: 'Prove that it is me; calls that ask for it are open to this session for a while',
    audit: { event: 'session.proved' },
    body: z.object({
      type: z.enum(proofKinds, '请选择验证方式'),
      /** Of the code that was sent, or of what the passkey signs. */
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
    summary: 'My passkeys',
    access: ownRead,
    ofPrincipal: true,
    reach: 'company',
    reply: z.array(passkeyRow),
  },
  renamePasskey: {
    method: 'PUT',
    path: '/api/sys/security/passkeys/:id/v1',
    summary: 'Rename one of my passkeys',
    access: own,
    ofPrincipal: true,
    reach: 'company',
    audit: { event: 'passkey.renamed' },
    params: idParams,
    body: z.object({ name: text(40) }),
    reply: nothing,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/sys/security/passkeys/:id/v1',
    summary: 'Remove one of my passkeys',
    access: own,
    ofPrincipal: true,
    reach: 'company',
    audit: { event: 'passkey.removed' },
    params: idParams,
    reply: nothing,
  },
  trustedDevices: {
    method: 'GET',
    path: '/api/sys/security/trusted/v1',
    summary: 'Browsers that need no second step for a while',
    access: ownRead,
    ofPrincipal: true,
    reach: 'company',
    reply: z.array(trustedDeviceRow),
  },
  removeTrustedDevice: {
    method: 'DELETE',
    path: '/api/sys/security/trusted/:id/v1',
    summary: 'Ask that browser for the second step again',
    access: own,
    ofPrincipal: true,
    reach: 'company',
    audit: { event: 'trustedDevice.removed' },
    params: idParams,
    reply: nothing,
  },
})
