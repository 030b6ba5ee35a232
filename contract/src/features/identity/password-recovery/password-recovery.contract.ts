import * as z from 'zod/mini'
import { defineContract, publicBecause } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { nothing } from '../../../kernel/listing.ts'
import { uncheckedPassword } from '../../../kernel/unchecked-password.ts'
import { captchaProof, sentCode, sentCodeReply } from '../sign-in/sign-in.contract.ts'

export const recoveryChannels = ['sms', 'mail'] as const
export const passwordRecoveryContract = defineContract('sysForget', {
  send: {
    method: 'POST',
    path: '/api/sys/forget/send/v1',
    summary: 'Send a code to the phone or mail address of an account; the reply never reveals whether it exists',
    access: publicBecause('users who forgot their password cannot sign in; captcha and budgets guard it'),
    reach: 'manual',
    audit: { event: 'recoveryCode.requested' },
    quiet: true,
    body: z.object({ account: text(64, '请输入账号'), channel: z.enum(recoveryChannels), ...captchaProof }),
    reply: sentCodeReply,
  },
  confirm: {
    method: 'POST',
    path: '/api/sys/forget/confirm/v1',
    summary: 'Set a new password with the code; all sessions of the account end',
    access: publicBecause('the sent code is the proof'),
    reach: 'manual',
    audit: { event: 'password.recovered' },
    quiet: true,
    limit: { points: 30, seconds: 60 },
    body: z.object({
      account: text(64, '请输入账号'),
      uuid: z.uuid('请先获取验证码'),
      code: sentCode,
      password: uncheckedPassword,
    }),
    reply: nothing,
  },
})
