import type { FastifyInstance } from 'fastify'

/** A call of this node's own routes, without the network. */
export type InProcessCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** The address that it comes from. */
  ip: string
}
export type InProcessReply = { status: number; type: string; body: Buffer }
/** Answers as the network would: refusals are replies. */
export type CallInProcess = (call: InProcessCall) => Promise<InProcessReply>

/** Calls take the whole road of a request. */
export const callInProcess = async (
  server: Pick<FastifyInstance, 'inject'>,
  { method, url, headers, body, ip }: InProcessCall,
): Promise<InProcessReply> => {
  const reply = await server.inject({ method, url, headers, remoteAddress: ip, ...(body !== '' && { payload: body }) })
  return { status: reply.statusCode, type: String(reply.headers['content-type'] ?? ''), body: reply.rawPayload }
}
