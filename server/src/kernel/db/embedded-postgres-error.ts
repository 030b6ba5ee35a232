/** A refusal the operator can act on: its message is a sentence to print as it is, without a stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
