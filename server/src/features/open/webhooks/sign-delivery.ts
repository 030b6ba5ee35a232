import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
/** The length of the specification's own examples, and without padding. */
const secretBytes = 24
const hintLength = 4

/** A new secret as the specification writes it, and its last characters. */
export const newWebhookSecret = () => {
  const secret = prefix + randomBytes(secretBytes).toString('base64')
  return { secret, hint: secret.slice(-hintLength) }
}

/** What a secret signs with. */
export const toSigningKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'))

type Signed = { id: string; seconds: number; body: string }
/**
 * Headers of a delivery by Standard Webhooks: a signature by each valid secret, so that receivers may move to a new one at
 * their own time.
 */
export const signedHeaders = ({ id, seconds, body }: Signed, keys: readonly KeyObject[]): Record<string, string> => {
  const signed = `${id}.${seconds}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
