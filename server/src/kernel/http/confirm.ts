import { timingSafeEqual } from 'node:crypto'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type Actor, AppError, type Origin, type TemporaryActor } from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import type { AnyInput, Route } from './implement.ts'

type Call = { route: Route; who: Actor | TemporaryActor | null; origin: Origin; input: AnyInput }

/**
 * Shows what a change would do before it is made (wire §1). Out: a function of the impact. It throws 111 with the impact
 * and a token, unless the caller sent that token along; since the token is made of the caller, the call and the impact,
 * what is confirmed is what was shown, and whoever's view has been overtaken is shown the newer one.
 */
export const createConfirm =
  (secrets: Secrets, { route: { endpoint }, who, origin, input }: Call) =>
  (impact: unknown): void => {
    const caller = who !== null && 'sessionId' in who ? who.sessionId : ''
    const shown = [caller, endpoint.method, endpoint.path, input.params, input.body, impact]
    const token = secrets.sign('confirm', JSON.stringify(shown))
    const sent = Buffer.from(origin.confirm, 'base64url')
    if (!origin.dryRun && sent.length === token.length && timingSafeEqual(sent, token)) return
    throw new AppError(kernelErrors.confirmFirst, { data: { impact, confirmToken: token.toString('base64url') } })
  }
