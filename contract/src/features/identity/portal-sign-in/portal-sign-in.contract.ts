import * as z from 'zod/mini'
import { defineContract, publicBecause } from '../../../kernel/endpoint.ts'
import { phone } from '../../../kernel/fields.ts'
import { nothing } from '../../../kernel/listing.ts'
import { toPortalVariant } from '../../../kernel/portal-variant.ts'
import { uncheckedPassword } from '../../../kernel/unchecked-password.ts'
import { accountContract } from '../account/account.contract.ts'
import { securityContract } from '../security/security.contract.ts'
import { sessionContract } from '../session/session.contract.ts'
import { sentCode, signInContract } from '../sign-in/sign-in.contract.ts'
import { systemSettingsContract } from '../system-settings/system-settings.contract.ts'

/** Sign-in for the portal: the console's calls under portal addresses, with the same services and guards. */
export const portalSignInContract = defineContract('frontSignIn', {
  login: toPortalVariant(signInContract.verify, '/front-api/sys/login/v1', 'portalSignIn.verified'),
  accessToken: toPortalVariant(signInContract.accessToken, '/front-api/sys/accessToken/v1', 'portalSession.started'),
  refreshToken: toPortalVariant(sessionContract.refresh, '/front-api/sys/refreshToken/v1'),
  logout: toPortalVariant(sessionContract.logout, '/front-api/sys/logout/v1', 'portalSession.ended'),
  captcha: toPortalVariant(signInContract.captcha, '/front-api/sys/captcha/v1'),
  sendCaptcha: toPortalVariant(signInContract.send, '/front-api/sys/sendCaptcha/v1', 'portalCode.requested'),
  tags: toPortalVariant(systemSettingsContract.tags, '/front-api/sys/user/tags/v1'),
  grants: toPortalVariant(sessionContract.grants, '/front-api/sys/grants/v1'),
  user: toPortalVariant(accountContract.profile, '/front-api/sys/user/v1'),
  update: toPortalVariant(accountContract.updateProfile, '/front-api/sys/user/update/v1', 'portalProfile.updated'),
  setLanguage: toPortalVariant(
    accountContract.setLanguage,
    '/front-api/sys/user/language/v1',
    'portalLanguage.changed',
  ),
  portrait: toPortalVariant(accountContract.portrait, '/front-api/sys/user/portrait/v1'),
  replacePortrait: toPortalVariant(
    accountContract.replacePortrait,
    '/front-api/sys/user/portrait/v1',
    'portalPortrait.replaced',
  ),
  logs: toPortalVariant(accountContract.logs, '/front-api/sys/user/logs/v1'),
  send: toPortalVariant(securityContract.bindSend, '/front-api/sys/user/send/v1', 'portalBindCode.requested'),
  confirm: toPortalVariant(securityContract.bindConfirm, '/front-api/sys/user/confirm/v1', 'portalContact.bound'),
  pass: toPortalVariant(securityContract.changePassword, '/front-api/sys/user/pass/v1', 'portalPassword.changed'),
  forgetPassVerifySms: {
    method: 'POST',
    path: '/front-api/sys/forgetPassVerifySms/v1',
    summary: 'Exchange the code sent to a phone for a ticket that allows one new password',
    access: publicBecause('users who forgot their password cannot sign in; the sent code is the proof'),
    reach: 'manual',
    limit: { points: 30, seconds: 60 },
    audit: { event: 'recoveryTicket.issued' },
    quiet: true,
    body: z.object({ phone, uuid: z.uuid('请先获取验证码'), code: sentCode }),
    reply: z.object({ ticket: z.string(), expires: z.int() }),
  },
  forgetPass: {
    method: 'POST',
    path: '/front-api/sys/forgetPass/v1',
    summary: 'Set a new password with the ticket; all sessions of the account end',
    access: publicBecause('the ticket is the proof'),
    reach: 'manual',
    limit: { points: 30, seconds: 60 },
    audit: { event: 'portalPassword.recovered' },
    quiet: true,
    body: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(200)), password: uncheckedPassword }),
    reply: nothing,
  },
})
