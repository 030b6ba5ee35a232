import type { FastifyRequest } from 'fastify'
import { type MessageParts, readKeyId, readMessageSignature } from './message-signature.ts'
import { canonicalOf, readAppKey, readSignature, sha256 } from './signature.ts'
import type { SignedCall } from './signed-call.ts'

export type CallScheme = {
  /** The application that a call names; undefined without a key of the right shape. */
  appKey: string | undefined
  /** Throws `GateRefusal` unless all that the scheme needs is there, each once and in its shape. */
  read(): SignedCall
}

const readHmac = ({ method, headers }: FastifyRequest, { path, query }: MessageParts): SignedCall => {
  const signature = readSignature(headers)
  const textOf = (bodyHash: string) => canonicalOf({ method, path, query, bodyHash }, signature)
  return {
    ...{ timestamp: Number(signature.timestamp), nonce: signature.nonce, sign: signature.sign },
    canonicalOf: (body) => textOf(body === undefined ? '' : sha256(body)),
    // The text holds the body's own hash.
    assertBody: () => undefined,
  }
}
/** HTTP Message Signatures (RFC 9421) for a call that has one, and our own headers otherwise. */
export const schemeOf = (request: FastifyRequest, parts: MessageParts): CallScheme =>
  'signature-input' in request.headers || 'signature' in request.headers
    ? { appKey: readKeyId(request.headers), read: () => readMessageSignature(request, parts) }
    : { appKey: readAppKey(request.headers), read: () => readHmac(request, parts) }
