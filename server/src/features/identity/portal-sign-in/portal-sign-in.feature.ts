import { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Languages } from '../../../kernel/texts/languages.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { createAccount } from '../account/index.ts'
import type { PasswordRecovery } from '../password-recovery/index.ts'
import type { Security } from '../security/index.ts'
import { logOut, type OwnGrants, type SessionService } from '../session/index.ts'
import type { CaptchaService, SendCode, SignInService } from '../sign-in/index.ts'
import type { SystemSettings } from '../system-settings/index.ts'

type Ports = {
  files: Files
  languages: Pick<Languages, 'tags'>
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
  const account = createAccount(ports)
  const routes = implement(portalSignInContract, {
    ...account,
    login: (scope, body) => signIn.verify(scope, body, 'front'),
    accessToken: signIn.advance,
    refreshToken: (scope, body) => sessions.refresh(scope, body.refreshToken),
    logout: (scope, body) => logOut(sessions, scope, body.refreshToken),
    captcha: (scope) => captchas.issue(scope.db),
    sendCaptcha: sendCode,
    tags: () => systemSettings.tags(),
    grants: ownGrants,
    user: account.profile,
    update: account.updateProfile,
    send: security.bindSend,
    confirm: security.bindConfirm,
    pass: security.changePassword,
    forgetPassVerifySms: recovery.verifySms,
    forgetPass: recovery.recoverWithTicket,
  })
  return { routes }
}
