/** Codes of the kernel. Features own the code blocks declared in their `*.errors.ts`. */
export const Code = {
  ok: 0,
  tokenExpired: 100,
  sessionInvalid: 101,
  /** More input required: the next sign-in step, a confirmation or reauthentication. Never shown as a toast. */
  moreInput: 111,
} as const

export type FieldError = { field: string; msg: string }

/**
 * Body of every JSON reply. `total` and `more` accompany `data` of lists; `cipher` replaces `data` when bodies are
 * encrypted.
 */
export type Envelope<T = unknown> = {
  code: number
  msg: string
  data?: T
  total?: number
  /** The total is capped: there are more rows than `total`. */
  more?: boolean
  cipher?: string
  traceId: string
  errors?: FieldError[]
}

/** Non-standard request and response headers. */
export const Header = {
  token: 'token',
  /** Response header with the id of a captcha image. */
  uuid: 'uuid',
  idempotencyKey: 'idempotency-key',
  /** Confirmation token of a shown impact: applies the change. */
  confirm: 'x-confirm',
  timeZone: 'x-time-zone',
  /** The company the tab shows. The call is refused if the session acts in another one. */
  expectCompany: 'x-expect-company',
  /** Type of client: `console`, `front`, or `open` for a program without cookies. */
  client: 'x-client',
  /** Id of an encrypted request; authenticated by AES-GCM. */
  cipherId: 'x-cipher-id',
} as const
