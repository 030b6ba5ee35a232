/** What a caller has signed, by either scheme. */
export type SignedCall = {
  /** Milliseconds since the epoch. */
  timestamp: number
  nonce: string
  /** HMAC-SHA256 of the canonical text, in base64. */
  sign: string
  /** The text that they should have signed; without a body, what is known of it before the body is read. */
  toCanonical(body?: Buffer): string
  /** Throws `GateRefusal` if a body is not the one that the text covers. */
  assertBody(body: Buffer): void
}
