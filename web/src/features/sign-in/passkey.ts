import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { call } from '../../kernel/api/call.ts'

/** What a passkey signed, for the server alone to judge. */
export type Signed = { uuid: string; assertion: Record<string, unknown> }

/** The person, the authenticator or the browser did not go through with it; the message says so. */
export class PasskeyGivenUp extends Error {}

const elsewhere = '当前网址不能使用通行密钥，请从系统的正式地址打开'
const givenUp = '没有完成：已取消，或这个设备上没有可用的通行密钥'
const sentenceFor = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && cause.name === 'SecurityError' ? elsewhere : givenUp
}

/** Whether this browser, on this origin, can ask for a passkey (WebAuthn: secure contexts only). */
export const canAskPasskey = (): boolean => isSecureContext && 'PublicKeyCredential' in window

/**
 * Has a passkey sign what the server asks for. Throws `PasskeyGivenUp` with a sentence, and `CallError` when the server
 * does not say what is to be signed.
 */
export const askPasskey = async (): Promise<Signed> => {
  const [{ startAuthentication }, { uuid, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(signInContract.passkeyOptions, {}, { toasts: false }),
  ])
  try {
    // The server wrote the options with the library's other half; the browser judges them again.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { uuid, assertion: { ...(await startAuthentication({ optionsJSON })) } }
  } catch (error) {
    throw new PasskeyGivenUp(sentenceFor(error), { cause: error })
  }
}
