import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskey } from './passkeys.repository.ts'

// Loaded with the first passkey: it takes a quarter of a second and 30 MB.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** The site passkeys are bound to (WebAuthn §5.1.2, RP id); configured, never taken from a request. */
type RelyingParty = { origin: string; hostname: string }
type Person = { userId: string; account: string; name: string }
type Registered = { credentialId: string; publicKey: Buffer; counter: number; userId: string }

export const challengeSeconds = 300
const timeout = challengeSeconds * 1000
/** EdDSA, ES256 and RS256 (RFC 8152): common in authenticators and supported by every Node. */
const supportedAlgorithmIDs = [-8, -7, -257]
/** The limit of WebAuthn §4; an index could not hold more either. */
const maxCredentialIdLength = 1364
const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
/**
 * The formats browsers return when no attestation is requested (WebAuthn §5.1.3). For others the library may fetch
 * certificates over the network.
 */
const allowedFormats = new Set<string>(['none', 'packed'])

/** The user handle: the user id, which carries no personal data (WebAuthn §14.6.1). */
const toUserHandle = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
/** The library throws for anything that does not verify, malformed responses included. */
const orUndefined = <T>(verified: Promise<T>) => verified.catch(() => undefined)
const expectations = (challenge: string, { origin, hostname }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: hostname,
  requireUserVerification: true,
})

/** Registration options: discoverable, with user verification, excluding registered authenticators. */
export const creationOptions = async (
  relyingParty: RelyingParty,
  siteName: string,
  { userId, account, name }: Person,
  registered: { id: string; transports: string[] }[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: siteName,
    rpID: relyingParty.hostname,
    userName: account,
    userDisplayName: name,
    userID: toUserHandle(userId),
    timeout,
    attestationType: 'none',
    excludeCredentials: registered,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  })

/** Authentication options for any passkey of this site: none is named, so the browser offers those it has. */
export const requestOptions = async (relyingParty: RelyingParty) =>
  (await library()).generateAuthenticationOptions({
    rpID: relyingParty.hostname,
    userVerification: 'required',
    timeout,
  })

const register = async (relyingParty: RelyingParty, challenge: string, response: RegistrationResponseJSON) => {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = [await library(), await helpers()]
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
  if (!allowedFormats.has(attestation.get('fmt'))) return undefined
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expectations(challenge, relyingParty),
    response,
    supportedAlgorithmIDs,
  })
  return verified ? registrationInfo.credential : undefined
}

/**
 * Verifies a registration (WebAuthn §7.1).
 * @returns the passkey to store; undefined if it does not verify.
 */
export const verifiedRegistration = async (
  relyingParty: RelyingParty,
  challenge: string,
  attestation: unknown,
): Promise<NewPasskey | undefined> => {
  const credential = await orUndefined(register(relyingParty, challenge, attestation as RegistrationResponseJSON))
  if (!credential || credential.id.length > maxCredentialIdLength) return undefined
  const { id: credentialId, counter, publicKey, transports } = credential
  return {
    credentialId,
    counter,
    publicKey: Buffer.from(publicKey),
    transports: Array.isArray(transports) ? transports.filter((each) => knownTransports.has(each)) : [],
  }
}

const authenticate = async (
  relyingParty: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  { credentialId, publicKey, counter, userId }: Registered,
) => {
  const credential = { id: credentialId, publicKey: new Uint8Array(publicKey), counter }
  const { verifyAuthenticationResponse } = await library()
  const answer = await verifyAuthenticationResponse({ ...expectations(challenge, relyingParty), response, credential })
  // A discoverable passkey names its user, who must be the one it is registered with.
  const isOwnHandle = response.response.userHandle === Buffer.from(toUserHandle(userId)).toString('base64url')
  return answer.verified && isOwnHandle ? answer.authenticationInfo.newCounter : undefined
}

/**
 * Verifies an assertion (WebAuthn §7.2).
 * @returns the new counter; undefined if it does not verify.
 */
export const verifiedAssertion = (
  relyingParty: RelyingParty,
  challenge: string,
  assertion: unknown,
  passkey: Registered,
) => orUndefined(authenticate(relyingParty, challenge, assertion as AuthenticationResponseJSON, passkey))
