/**
 * The steps that a call passes at the gate, in their order. `app`: live, with an owner who admits it; `secret`: a valid one
 * exists; `format`: all headers are there; `api`: served and granted; `limit`: below its rates and quotas.
 */
export const gateSteps = ['format', 'app', 'secret', 'network', 'clock', 'signature', 'nonce', 'api', 'limit'] as const
export type GateStep = (typeof gateSteps)[number]

/** Headers of a signed call. */
export const SignatureHeader = {
  appKey: 'x-app-key',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  sign: 'x-sign',
} as const

/** How far the clock of a caller may differ. */
export const clockWindowMs = 300_000
