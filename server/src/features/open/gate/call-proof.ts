import type { LiveSecret } from './gate-steps.ts'

/** How a call proves its application, by any scheme. */
export type CallProof = {
  /** Taken once; undefined for a scheme whose calls may be repeated. */
  nonce: string | undefined
  /** The text that they should have signed; without a body, what is known of it before the body is read. */
  toCanonical(body?: Buffer): string
  /** Throws `GateRefusal` unless the call is of now. */
  assertClock(now: number): void
  /**
   * The secret behind the call.
   * @throws `GateRefusal` if it is none of these
   */
  pickSecret(secrets: readonly LiveSecret[], body: Buffer): string
}

export type CallScheme = {
  /** The application that a call names; undefined without a name of the right shape. */
  findAppKey(): Promise<string | undefined>
  /** Throws `GateRefusal` unless all that the scheme needs is there, each once and in its shape. */
  read(): CallProof
}
