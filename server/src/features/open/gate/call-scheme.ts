import type { FastifyRequest } from 'fastify'
import type { FindClientToken } from '../oidc/index.ts'
import { bearerScheme, isBearerCall } from './bearer.ts'
import type { CallProof, CallScheme } from './call-proof.ts'
import { assertClock, signingSecret } from './gate-steps.ts'
import { type MessageParts, readKeyId, readMessageSignature } from './message-signature.ts'
import { readAppKey, readSignature, sha256, toCanonical } from './signature.ts'
import type { SignedCall } from './signed-call.ts'

const readHmac = ({ method, headers }: FastifyRequest, { path, query }: MessageParts): SignedCall => {
  const signature = readSignature(headers)
  const toText = (bodyHash: string) => toCanonical({ method, path, query, bodyHash }, signature)
  return {
    timestamp: Number(signature.timestamp),
    nonce: signature.nonce,
    sign: signature.sign,
    toCanonical: (body) => toText(body === undefined ? '' : sha256(body)),
    // The text holds the body's own hash.
    assertBody: () => undefined,
  }
}
const toProof = (signed: SignedCall): CallProof => ({
  nonce: signed.nonce,
  toCanonical: signed.toCanonical,
  assertClock: (now) => assertClock(signed, now),
  pickSecret(secrets, body) {
    signed.assertBody(body)
    return signingSecret(secrets, signed.toCanonical(body), signed)
  },
})
const signedScheme = (appKey: string | undefined, read: () => SignedCall): CallScheme => ({
  findAppKey: async () => appKey,
  read: () => toProof(read()),
})

/** A bearer token, HTTP Message Signatures (RFC 9421) for a call that has one of them, and our own headers otherwise. */
export const pickScheme = (request: FastifyRequest, parts: MessageParts, findToken: FindClientToken): CallScheme => {
  const { headers } = request
  if (isBearerCall(request)) return bearerScheme(request, findToken)
  return 'signature-input' in headers || 'signature' in headers
    ? signedScheme(readKeyId(headers), () => readMessageSignature(request, parts))
    : signedScheme(readAppKey(headers), () => readHmac(request, parts))
}
