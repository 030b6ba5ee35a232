import * as z from 'zod/mini'
import { defineContract, publicBecause } from '../../kernel/endpoint.ts'
import { phone } from '../../kernel/fields.ts'
import { nothing } from '../../kernel/listing.ts'
import { twinOf } from '../../kernel/twin.ts'
import { accountContract } from '../account/account.contract.ts'
import { unjudgedPassword } from '../password-recovery/password-recovery.contract.ts'
import { securityContract } from '../security/security.contract.ts'
import { sessionContract } from '../session/session.contract.ts'
import { sentCode, signInContract } from '../sign-in/sign-in.contract.ts'
import { systemSettingsContract } from '../system-settings/system-settings.contract.ts'

/** The portal's way in: the console's calls under the portal's addresses, with the same services and guards (threat T28). */
export const portalSignInContract = defineContract('frontSignIn', {
  login: twinOf(signInContract.verify, '/front-api/sys/login/v1', 'portalSignIn.verified'),
  accessToken: twinOf(signInContract.accessToken, '/front-api/sys/accessToken/v1', 'portalSession.started'),
  refreshToken: twinOf(sessionContract.refresh, '/front-api/sys/refreshToken/v1'),
  logout: twinOf(sessionContract.logout, '/front-api/sys/logout/v1', 'portalSession.ended'),
  captcha: twinOf(signInContract.captcha, '/front-api/sys/captcha/v1'),
  sendCaptcha: twinOf(signInContract.send, '/front-api/sys/sendCaptcha/v1', 'portalCode.requested'),
  tags: twinOf(systemSettingsContract.tags, '/front-api/sys/user/tags/v1'),
  grants: twinOf(sessionContract.grants, '/front-api/sys/grants/v1'),
  user: twinOf(accountContract.profile, '/front-api/sys/user/v1'),
  update: twinOf(accountContract.updateProfile, '/front-api/sys/user/update/v1', 'portalProfile.updated'),
  portrait: twinOf(accountContract.portrait, '/front-api/sys/user/portrait/v1'),
  replacePortrait: twinOf(
    accountContract.replacePortrait,
    '/front-api/sys/user/portrait/v1',
    'portalPortrait.replaced',
  ),
  logs: twinOf(accountContract.logs, '/front-api/sys/user/logs/v1'),
  send: twinOf(securityContract.bindSend, '/front-api/sys/user/send/v1', 'portalBindCode.requested'),
  confirm: twinOf(securityContract.bindConfirm, '/front-api/sys/user/confirm/v1', 'portalContact.bound'),
  pass: twinOf(securityContract.changePassword, '/front-api/sys/user/pass/v1', 'portalPassword.changed'),
  forgetPassVerifySms: {
    method: 'POST',
    path: '/front-api/sys/forgetPassVerifySms/v1',
    summary: 'Exchange the code sent to a phone for a ticket that allows one new password',
    access: publicBecause('whoever forgot the password cannot sign in; the sent code is the proof'),
    reach: 'nothing',
    limit: { points: 30, seconds: 60 },
    audit: { event: 'recoveryTicket.issued' },
    quiet: true,
    body: z.object({ phone, uuid: z.uuid('请先获取验证码'), code: sentCode }),
    reply: z.object({ ticket: z.string(), expires: z.int() }),
  },
  forgetPass: {
    method: 'POST',
    path: '/front-api/sys/forgetPass/v1',
    summary: 'Set a new password with the ticket; every session of the account ends',
    access: publicBecause('the ticket is the proof'),
    reach: 'nothing',
    limit: { points: 30, seconds: 60 },
    audit: { event: 'portalPassword.recovered' },
    quiet: true,
    body: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(200)), password: unjudgedPassword }),
    reply: nothing,
  },
})
