import { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { createAccount } from '../account/index.ts'
import type { PasswordRecovery } from '../password-recovery/index.ts'
import type { Security } from '../security/index.ts'
import { logOut, type OwnGrants, type SessionService } from '../session/index.ts'
import type { CaptchaService, SendCode, SignInService } from '../sign-in/index.ts'
import type { SystemSettings } from '../system-settings/index.ts'

type Ports = {
  files: Files
  signIn: SignInService
  captchas: CaptchaService
  sendCode: SendCode
  sessions: SessionService
  ownGrants: OwnGrants
  security: Security
  recovery: PasswordRecovery
  systemSettings: SystemSettings
}

/** Portal addresses of the console's services. Contains no logic of its own. */
export const createPortalSignInFeature = (ports: Ports) => {
  const { signIn, captchas, sendCode, sessions, ownGrants, security, recovery, systemSettings } = ports
  const account = createAccount(ports.files)
  const routes = implement(portalSignInContract, {
    login: (scope, { body }) => signIn.verify(scope, body, 'front'),
    accessToken: (scope, { body }) => signIn.advance(scope, body),
    refreshToken: (scope, { body }) => sessions.refresh(scope, body.refreshToken),
    logout: (scope, { body }) => logOut(sessions, scope, body.refreshToken),
    captcha: (scope) => captchas.issue(scope.db),
    sendCaptcha: (scope, { body }) => sendCode(scope, body),
    tags: () => systemSettings.tags(),
    grants: ownGrants,
    user: (scope) => account.profile(scope),
    update: (scope, { body }) => account.updateProfile(scope, body),
    portrait: (scope) => account.portrait(scope),
    replacePortrait: (scope, { file }) => account.replacePortrait(scope, file),
    logs: (scope, { query }) => account.logs(scope, query),
    send: (scope, { body }) => security.bindSend(scope, body),
    confirm: (scope, { body }) => security.bindConfirm(scope, body),
    pass: (scope, { body }) => security.changePassword(scope, body),
    forgetPassVerifySms: (scope, { body }) => recovery.verifySms(scope, body),
    forgetPass: (scope, { body }) => recovery.recoverWithTicket(scope, body),
  })
  return { routes }
}
