import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Security } from '../security/index.ts'
import type { CaptchaService } from './captcha.service.ts'
import type { SendCode } from './send-code.ts'
import type { SignInService } from './sign-in.service.ts'

type Ports = {
  signIn: SignInService
  captchas: CaptchaService
  security: Security
  sendCode: SendCode
}

export const signInRoutes = ({ signIn, captchas, security, sendCode }: Ports) =>
  implement(signInContract, {
    captcha: (scope) => captchas.issue(scope.db),
    passkeyOptions: (scope) => security.passkeyOptions(scope.db),
    send: (scope, { body }) => sendCode(scope, body),
    verify: (scope, { body }) => signIn.verify(scope, body, 'console'),
    accessToken: (scope, { body }) => signIn.advance(scope, body),
  })
