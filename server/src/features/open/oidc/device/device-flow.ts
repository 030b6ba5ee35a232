import type { Configuration } from 'oidc-provider'
import type { Counter } from '../../../../kernel/limits.ts'
import { AppError } from '../../../../kernel/scope.ts'
import { digest } from '../../../../kernel/secrets.ts'
import { findCaller } from '../provider/caller.ts'
import { currentContext, library } from '../provider/provider-library.ts'
import { askUserCode, confirmUserCode, showDeviceSignedIn } from './device-pages.ts'

/** How long the code on a device may be typed, in seconds. */
export const deviceCodeLife = 600

/** Devices without a browser (RFC 8628): they show a code, which a person types elsewhere. */
export const deviceFlow: NonNullable<Configuration['features']>['deviceFlow'] = {
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: (ctx) => ({ ip: findCaller(ctx)?.ip ?? '' }),
  userCodeInputSource: askUserCode,
  userCodeConfirmSource: confirmUserCode,
  successSource: showDeviceSignedIn,
}

/** Throws `slow_down` for devices that ask for their tokens more often than `polls` allows. */
export const admitPoll = (polls: Pick<Counter, 'take'>) => async (code: string) => {
  if (currentContext()?.oidc.route !== 'token') return
  await polls.take(digest(code).toString('base64url')).catch((error) => {
    throw error instanceof AppError ? new (library().errors.SlowDown)() : error
  })
}
