import { Secret, TOTP } from 'otpauth'

const secretBytes = 20
/** One step early or late: clocks differ, and people type slowly. */
const window = 1
/** What every authenticator app understands: SHA-1, six digits, 30 seconds (RFC 6238 §1.2). */
const totpOf = (secret: string, label: { issuer: string; label: string } = { issuer: '', label: '' }) =>
  new TOTP({ ...label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })

/** A new shared secret in base 32; 160 bits, as long as the digest it is used with (RFC 4226 §4). */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The address that an authenticator app reads from the QR code. In: the site's name and the account, as the app shows them. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  totpOf(secret, { issuer, label: account }).toString()

/** The time step a code belongs to at `now` (milliseconds), undefined when it is wrong; spaces do not count (RFC 6238 §5.2). */
export const stepOfCode = (secret: string, code: string, now: number): number | undefined => {
  const totp = totpOf(secret)
  const steps = totp.validate({ token: code.replace(/\s/g, ''), timestamp: now, window })
  return steps === null ? undefined : totp.counter({ timestamp: now }) + steps
}
