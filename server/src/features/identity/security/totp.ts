import { Secret, TOTP } from 'otpauth'

const secretBytes = 20
/** One step early or late, for clock drift and slow typing. */
const window = 1
/** What every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238 §1.2). */
const createTotp = (secret: string, label: { issuer: string; label: string } = { issuer: '', label: '' }) =>
  new TOTP({ ...label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })

/** A new shared secret in base 32; 160 bits, the length of the digest (RFC 4226 §4). */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The otpauth URI for the QR code. Takes site name and account, as the app shows them. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  createTotp(secret, { issuer, label: account }).toString()

/** The time step of a code at `now` (milliseconds); undefined if wrong. Spaces are ignored (RFC 6238 §5.2). */
export const stepOfCode = (secret: string, code: string, now: number): number | undefined => {
  const totp = createTotp(secret)
  const steps = totp.validate({ token: code.replace(/\s/g, ''), timestamp: now, window })
  return steps === null ? undefined : totp.counter({ timestamp: now }) + steps
}
