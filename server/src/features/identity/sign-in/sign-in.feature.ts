import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createCaptchaService } from './captcha.service.ts'
import { createFirstSteps } from './first-step.ts'
import { createSendCode } from './send-code.ts'
import { createSignInGuard } from './sign-in.guard.ts'
import { createSignInService } from './sign-in.service.ts'
import { signInMetrics } from './sign-in-metrics.ts'

type Ports = Pick<BasePorts, 'limits' | 'secrets' | 'servingNodes'> &
  Omit<Parameters<typeof createFirstSteps>[0], 'captchas' | 'guard'> &
  Omit<Parameters<typeof createSignInService>[0], 'firstSteps'>

/** Signing in, step by step, with captchas and codes. Offers its services to other entrances. */
export const createSignInFeature = (ports: Ports) => {
  const captchas = createCaptchaService(ports.secrets)
  const firstSteps = createFirstSteps({
    ...ports,
    captchas,
    guard: createSignInGuard(ports.limits, ports.servingNodes),
  })
  const signIn = createSignInService({ ...ports, firstSteps })
  const { requireCaptcha } = firstSteps
  const sendCode = createSendCode({ ...ports, signIn, requireCaptcha })
  return {
    captchas,
    signIn,
    sendCode,
    requireCaptcha,
    routes: implement(signInContract, {
      captcha: (scope) => captchas.issue(scope.db),
      passkeyOptions: (scope) => ports.security.passkeyOptions(scope.db),
      send: sendCode,
      verify: (scope, body) => signIn.verify(scope, body, 'console'),
      accessToken: signIn.advance,
    }),
    metrics: [signInMetrics(ports.database)],
    retention: [
      'delete from sign_in_attempts where expires_at < now()',
      'delete from captchas where expires_at < now()',
    ],
  }
}
