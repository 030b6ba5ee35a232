import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskey } from './passkeys.repository.ts'

// Loaded with the first passkey and not with the server: it takes a quarter of a second and 30 MB.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Where people reach the console, which passkeys are bound to (WebAuthn §5.1.2: RP id); never what a request says. */
type Place = { origin: string; hostname: string }
type Answer = Record<string, unknown>
type Person = { userId: string; account: string; name: string }
type Registered = { credentialId: string; publicKey: Buffer; counter: number; userId: string }

export const challengeSeconds = 300
const timeout = challengeSeconds * 1000
/** EdDSA, ES256 and RS256 (RFC 8152): what authenticators have and every Node can verify. */
const supportedAlgorithmIDs = [-8, -7, -257]
/** WebAuthn §4 allows no longer id, and an index could not hold one. */
const longestCredentialId = 1364
const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
/**
 * What browsers give when no attestation is asked for (WebAuthn §5.1.3). For others the library may look certificates up
 * on the network, which no request shall make the server do.
 */
const plainFormats = new Set<string>(['none', 'packed'])

/** What an authenticator knows a person by: his id, which says nothing about him (WebAuthn §14.6.1). */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
/** The library throws for everything that does not verify, malformed answers included. */
const orUndefined = <T>(verified: Promise<T>) => verified.catch(() => undefined)
const expected = (challenge: string, { origin, hostname }: Place) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: hostname,
  requireUserVerification: true,
})

/** What a browser needs to make a passkey: discoverable, with user verification, on none of these authenticators. */
export const creationOptions = async (
  place: Place,
  siteName: string,
  { userId, account, name }: Person,
  registered: { id: string; transports: string[] }[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: siteName,
    rpID: place.hostname,
    userName: account,
    userDisplayName: name,
    userID: handleOf(userId),
    timeout,
    attestationType: 'none',
    excludeCredentials: registered,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  })

/** What any passkey of this site may sign: none is named, so the browser offers those it has. */
export const requestOptions = async (place: Place) =>
  (await library()).generateAuthenticationOptions({ rpID: place.hostname, userVerification: 'required', timeout })

const register = async (place: Place, challenge: string, response: RegistrationResponseJSON) => {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = [await library(), await helpers()]
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
  if (!plainFormats.has(attestation.get('fmt'))) return undefined
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expected(challenge, place),
    response,
    supportedAlgorithmIDs,
  })
  return verified ? registrationInfo.credential : undefined
}

/** What to keep of a new passkey (WebAuthn §7.1); undefined when the answer does not verify. */
export const verifiedRegistration = async (
  place: Place,
  challenge: string,
  attestation: Answer,
): Promise<NewPasskey | undefined> => {
  const credential = await orUndefined(register(place, challenge, attestation as unknown as RegistrationResponseJSON))
  if (!credential || credential.id.length > longestCredentialId) return undefined
  const { id: credentialId, counter, publicKey, transports } = credential
  return {
    credentialId,
    counter,
    publicKey: Buffer.from(publicKey),
    transports: Array.isArray(transports) ? transports.filter((each) => knownTransports.has(each)) : [],
  }
}

const authenticate = async (
  place: Place,
  challenge: string,
  response: AuthenticationResponseJSON,
  { credentialId, publicKey, counter, userId }: Registered,
) => {
  const credential = { id: credentialId, publicKey: new Uint8Array(publicKey), counter }
  const { verifyAuthenticationResponse } = await library()
  const answer = await verifyAuthenticationResponse({ ...expected(challenge, place), response, credential })
  // A discoverable passkey names its person, and that has to be the one it is registered with.
  const named = response.response.userHandle === Buffer.from(handleOf(userId)).toString('base64url')
  return answer.verified && named ? answer.authenticationInfo.newCounter : undefined
}

/** The passkey's new counter (WebAuthn §7.2); undefined when the answer does not verify. */
export const verifiedAssertion = (place: Place, challenge: string, assertion: Answer, passkey: Registered) =>
  orUndefined(authenticate(place, challenge, assertion as unknown as AuthenticationResponseJSON, passkey))
