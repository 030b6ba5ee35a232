import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { type GuardedCall, requestGuarded } from '../../../kernel/outgoing/guarded-request.ts'
import { AppError } from '../../../kernel/scope.ts'
import { readBody } from './read-body.ts'

export type ForwardedReply = { status: number; type: string; body: Buffer }
export type Forward = (call: Omit<GuardedCall, 'timeoutMs' | 'agent'>) => Promise<ForwardedReply>

const timeoutMs = 15_000
const maxReplyBytes = 5 * 1024 * 1024

/**
 * Forwards calls to business systems. Redirects are answers like others and not followed; of the reply's headers only
 * the content type is passed on. Takes the networks that are allowed beside public addresses.
 * @throws `unreachable`
 */
export const createForward =
  (allowedNetworks: readonly string[]): Forward =>
  async (call) => {
    try {
      const reply = await requestGuarded({ ...call, timeoutMs }, allowedNetworks)
      const body = await readBody(reply, maxReplyBytes).finally(() => reply.destroy())
      const { statusCode: status = 0 } = reply
      // Others are no statuses (RFC 9110, section 15), and cannot be passed on.
      if (status < 200 || status > 599) throw new AppError(gateErrors.unreachable)
      return {
        status,
        type: reply.headers['content-type'] ?? 'application/octet-stream',
        body,
      }
    } catch {
      throw new AppError(gateErrors.unreachable)
    }
  }
