/** The codes the kernel owns (spec §8); features own the blocks declared in their `*.errors.ts`. */
export const Code = {
  ok: 0,
  tokenExpired: 100,
  sessionInvalid: 101,
  /** More input is needed: the next sign-in step, or the confirmation of a dry run. Never toasted. */
  moreInput: 111,
} as const

export type FieldError = { field: string; msg: string }

/** What every answer looks like. `total` and `more` stand beside `data` on lists; `cipher` replaces `data` when bodies are encrypted. */
export type Envelope<T = unknown> = {
  code: number
  msg: string
  data?: T
  total?: number
  /** The total is capped: there are more rows than `total` says. */
  more?: boolean
  cipher?: string
  traceId: string
  errors?: FieldError[]
}

/** Request and response headers beside the standard ones. */
export const Header = {
  token: 'token',
  /** Carries a captcha's id (spec §3, "an image plus a uuid returned in a response header"). */
  uuid: 'uuid',
  idempotencyKey: 'idempotency-key',
  /** The token of an impact that was shown: the change is made now. */
  confirm: 'x-confirm',
  timeZone: 'x-time-zone',
  /** The company its tab believes it acts in; in another one nothing is done (threat T13). */
  expectCompany: 'x-expect-company',
  /** What is calling: `console`, `front`, or `open` for a program that holds no cookies. */
  client: 'x-client',
  /** Identity of an encrypted request; part of what AES-GCM authenticates. */
  cipherId: 'x-cipher-id',
} as const
