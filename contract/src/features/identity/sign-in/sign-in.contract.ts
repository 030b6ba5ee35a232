import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, publicBecause, temporaryBecause } from '../../../kernel/endpoint.ts'
import { maxPasswordInput, messages, optionalText, phone, text, typedPassword } from '../../../kernel/fields.ts'
import { passwordPolicy } from '../../../kernel/password-policy.ts'
import { t } from '../../../kernel/texts.ts'
import { tokens } from '../../../kernel/tokens.ts'

export const captchaModes = ['always', 'risk', 'off'] as const
export const signInMethods = ['password', 'sms', 'passkey'] as const
export const secondSteps = ['totp', 'sms', 'passkey', 'recovery'] as const

const device = z.object({
  id: optionalText(64),
  name: optionalText(64),
})
export const captchaProof = {
  captcha: z.optional(z.string().check(z.trim(), z.maxLength(16))),
  /** Id of the captcha or of the sent code. */
  uuid: z.optional(z.uuid()),
}
/** Six digits sent by SMS or mail. */
export const sentCode = z
  .string('请输入验证码')
  .check(z.trim(), z.minLength(1, '请输入验证码'), z.regex(/^\d{6}$/, '验证码是 6 位数字'))
/** The authenticator's response; only the server verifies it. */
export const assertion = z.record(z.string(), z.unknown())
const optionalCode = z.optional(z.string().check(z.trim(), z.maxLength(32)))

const missingIssue = (path: string, message: string, input: unknown) => ({
  code: 'custom' as const,
  path: [path],
  message,
  input,
})
/** Required fields depend on the method. */
const verifyFields = {
  type: z._default(z.enum(signInMethods), 'password'),
  account: z.optional(text(64, '请输入账号')),
  password: z.optional(typedPassword),
  phone: z.optional(phone),
  code: optionalCode,
  ...captchaProof,
  assertion: z.optional(assertion),
  device: z.optional(device),
}
export const verifyBody = z.object(verifyFields).check((payload) => {
  const { type, account, password, phone: phoneNumber, code, uuid, assertion: signed } = payload.value
  if (type === 'password' && account === undefined)
    payload.issues.push(missingIssue('account', t('请输入账号'), account))
  if (type === 'password' && password === undefined)
    payload.issues.push(missingIssue('password', t('请输入密码'), password))
  if (type === 'sms' && phoneNumber === undefined)
    payload.issues.push(missingIssue('phone', messages.phoneRequired, phoneNumber))
  if (type === 'sms' && !code) payload.issues.push(missingIssue('code', t('请输入验证码'), code))
  if (type !== 'password' && uuid === undefined) payload.issues.push(missingIssue('uuid', t('请先获取验证码'), uuid))
  if (type === 'passkey' && signed === undefined)
    payload.issues.push(missingIssue('assertion', t('未收到通行密钥的响应'), signed))
})
export const accessTokenBody = z.object({
  type: z._default(z.enum(['none', ...secondSteps]), 'none'),
  uuid: z.optional(z.uuid()),
  code: optionalCode,
  assertion: z.optional(assertion),
  newPassword: z.optional(z.string().check(z.maxLength(maxPasswordInput))),
  /** The chosen company, for users of several. */
  companyId: z.optional(z.uuid()),
  /** Skip the second step on this browser for the next days. */
  trustDevice: z._default(z.boolean(), false),
})

/** The next sign-in step. With a second step, `next` is the likeliest of `methods`. */
export const nextStep = z.object({
  next: z.enum(['none', 'totp', 'sms', 'passkey', 'recovery', 'changePassword', 'chooseCompany', 'setUp']),
  /** The user's second steps; `target` is the masked phone. */
  methods: z.array(z.object({ type: z.enum(secondSteps), target: z.string() })),
  /** Days for which this browser can be trusted; 0: never. Only together with `methods`. */
  trustDays: z.optional(z.int()),
  /** Rules for the new password, if one is required. */
  policy: z.optional(passwordPolicy),
  /** Companies to choose from, if several; the most recently used first. */
  companies: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  /**
   * Secret for an authenticator app, if the company requires a second step and the user has none; its first code
   * answers.
   */
  setUp: z.optional(
    z.object({ companyId: z.string(), secret: z.string(), uri: z.string(), recovery: z.array(z.string()) }),
  ),
})

export const sendScenes = ['login', 'second', 'register', 'forget'] as const
export const sentCodeReply = z.object({ uuid: z.string(), msg: z.string(), retryAfter: z.int() })

export const signInContract = defineContract('sysLogin', {
  captcha: {
    method: 'GET',
    path: '/api/sys/login/captcha/v1',
    writes: 'stores the expected answer',
    summary: 'Create a captcha image; its id is in the header uuid',
    access: publicBecause('needed before users can sign in'),
    reach: 'platform',
    limit: { points: 30, seconds: 60 },
    wire: 'binary',
    namesUsers: 'none',
    reply: binary,
  },
  passkeyOptions: {
    method: 'GET',
    path: '/api/sys/login/passkey/v1',
    writes: 'stores the challenge',
    summary: 'Create a passkey challenge, to sign in or as a second step',
    access: publicBecause('needed before users can sign in'),
    reach: 'platform',
    limit: { points: 30, seconds: 60 },
    reply: z.object({ uuid: z.string(), options: z.record(z.string(), z.unknown()) }),
  },
  send: {
    method: 'POST',
    path: '/api/sys/login/send/v1',
    summary: 'Send a code by SMS; with the temporary token, to the user’s own phone',
    access: publicBecause('needed before users can sign in; captcha and budgets guard it'),
    reach: 'manual',
    audit: { event: 'signInCode.requested' },
    quiet: true,
    body: z.object({ scene: z.enum(sendScenes), phone: z.optional(phone), ...captchaProof }),
    reply: sentCodeReply,
  },
  verify: {
    method: 'POST',
    path: '/api/sys/login/verify/v1',
    summary: 'Verify a password, sent code or passkey; starts the sign-in steps',
    access: publicBecause('the sign-in itself; there is no session yet'),
    reach: 'manual',
    audit: { event: 'signIn.verified' },
    quiet: true,
    body: verifyBody,
    reply: z.extend(nextStep, { tempToken: z.string(), expires: z.int() }),
  },
  accessToken: {
    method: 'POST',
    path: '/api/sys/login/accessToken/v1',
    summary: 'Complete the next sign-in step; after the last one the temporary token becomes a session',
    access: temporaryBecause('requires the temporary token that verify issued'),
    reach: 'manual',
    audit: { event: 'session.started' },
    quiet: true,
    body: accessTokenBody,
    reply: tokens,
  },
})
