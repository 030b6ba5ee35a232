import { accountRoutes } from './features/account/account.routes.ts'
import { baseParametersRoutes } from './features/base-parameters/base-parameters.routes.ts'
import { createBaseParametersService } from './features/base-parameters/base-parameters.service.ts'
import { baseParameterConstraints } from './features/base-parameters/constraints.ts'
import { createSettings } from './features/base-parameters/index.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { createSessionService } from './features/session/session.service.ts'
import { createCaptchaService } from './features/sign-in/captcha.service.ts'
import { signInLeftovers } from './features/sign-in/leftovers.ts'
import { signInRoutes } from './features/sign-in/sign-in.routes.ts'
import { createSignInService } from './features/sign-in/sign-in.service.ts'
import { systemSettingsRoutes } from './features/system-settings/system-settings.routes.ts'
import type { Database } from './kernel/db/database.ts'
import type { Authenticate } from './kernel/http/admit.ts'
import type { CipherMode } from './kernel/http/body-cipher.ts'
import type { ConstraintErrors } from './kernel/http/error-reply.ts'
import type { Route } from './kernel/http/implement.ts'
import type { Limits } from './kernel/limits.ts'
import type { Secrets } from './kernel/secrets.ts'

export type Features = {
  routes: Route[]
  authenticate: Authenticate
  encryptMode(): Promise<CipherMode>
  constraints: ConstraintErrors
  /** Statements that remove what has run out. */
  leftovers: readonly string[]
}

const cipherModes: Readonly<Record<string, CipherMode>> = { '0': 0, '1': 1, '2': 2 }

/** What exists, in order: the one place that knows all features. What each needs from outside is an argument here. */
export const createFeatures = (ports: {
  database: Database
  limits: Limits
  secrets: Secrets
  version: string
}): Features => {
  const { database, limits, secrets, version } = ports
  const settings = createSettings(database)
  const sessions = createSessionService({ database, secrets, settings })
  const captchas = createCaptchaService(secrets)
  const signIn = createSignInService({ database, limits, settings, sessions, captchas })
  const baseParameters = createBaseParametersService(secrets, settings)
  return {
    routes: [
      ...systemSettingsRoutes(settings, version),
      ...signInRoutes(signIn, captchas),
      ...sessionRoutes(sessions),
      ...accountRoutes,
      ...baseParametersRoutes(baseParameters),
    ],
    authenticate: async (token) => (await signIn.authenticate(token)) ?? sessions.authenticate(token),
    encryptMode: async () => cipherModes[(await settings.read()).encrypt] ?? 0,
    constraints: { ...baseParameterConstraints },
    leftovers: [...signInLeftovers],
  }
}
