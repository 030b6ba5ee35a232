import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import type { CaptchaService } from './captcha.service.ts'
import type { SignInService } from './sign-in.service.ts'

export const signInRoutes = (signIn: SignInService, captchas: CaptchaService) =>
  implement(signInContract, {
    captcha: (scope) => captchas.issue(scope.db),
    verify: (scope, { body }) => signIn.verify(scope, body),
    accessToken: (scope, { body }) => signIn.finish(scope, body.newPassword),
  })
