import { ticketPath } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import * as z from 'zod/mini'
import type { RawCall } from '../../../kernel/http/raw-routes.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Sso } from '../portal-apps/index.ts'
import type { GateApp } from './gate-apps.ts'
import { parseJsonBody } from './read-body.ts'

const ticketBody = z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(100)) })

/** Whether a call redeems a sign-on ticket, which every application may do without a grant: its tickets are the grant. */
export const isTicketCall = (method: string, path: string): boolean => method === 'POST' && path === ticketPath

/**
 * Answers who a ticket was issued to.
 * @throws `invalid` and `wrongTicket`
 */
export const redeemTicket = async (
  redeem: Sso['redeem'],
  { request, reply, origin }: RawCall,
  { app, body }: { app: GateApp; body: Buffer },
) => {
  const parsed = ticketBody.safeParse(parseJsonBody(body, request.headers['content-type']))
  if (!parsed.success) throw new AppError(kernelErrors.invalid)
  const data = await redeem(app, parsed.data.ticket)
  const envelope = { code: Code.ok, msg: 'ok', data, traceId: origin.traceId }
  reply.type('application/json; charset=utf-8').send(JSON.stringify(envelope))
}
