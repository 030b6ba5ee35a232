import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type Actor, AppError, type Origin, type TemporaryActor } from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import type { AnyInput } from './implement.ts'
import { inLanguageOfCall } from './reply-texts.ts'

const signatureBytes = 32

type ConfirmedCall = {
  route: { endpoint: Endpoint }
  caller: Actor | TemporaryActor | null
  origin: Origin
  input: AnyInput
}

/**
 * Requires confirmation of a change's impact. The token signs caller, call and impact: a changed impact has to be
 * confirmed again.
 * @returns a function of the impact, which throws 111 with the impact and a token unless the caller sent that token
 */
export const createConfirm =
  (secrets: Secrets, { route: { endpoint }, caller, origin, input }: ConfirmedCall) =>
  (impact: unknown): void => {
    const sessionId = caller !== null && 'sessionId' in caller ? caller.sessionId : ''
    const shown = [sessionId, endpoint.method, endpoint.path, input.params, input.body, impact]
    const text = JSON.stringify(shown)
    const sent = Buffer.from(origin.confirm, 'base64url')
    if (!origin.dryRun && sent.length === signatureBytes && secrets.isSigned('confirm', text, sent, 'heldKey')) return
    const token = secrets.sign('confirm', text)
    const schema = endpoint.method === 'GET' ? undefined : endpoint.impact
    const data = { impact: inLanguageOfCall(schema, impact), confirmToken: token.toString('base64url') }
    throw new AppError(kernelErrors.confirmFirst, { data })
  }
