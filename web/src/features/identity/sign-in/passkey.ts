import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { call } from '../../../kernel/api/call.ts'
import { t } from '../../../ui/texts.ts'
import { wrongOriginMessage } from '../security/public/passkey-support.ts'

/** A signed assertion, which only the server verifies. */
export type SignedAssertion = { uuid: string; assertion: Record<string, unknown> }

/** The user, authenticator or browser cancelled; the message says so. */
export class PasskeyCancelled extends Error {}

const cancelledMessage = t('未完成：已取消，或该设备上没有可用的通行密钥')
const messageFor = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && cause.name === 'SecurityError' ? wrongOriginMessage : cancelledMessage
}

/**
 * Lets a passkey sign the server's challenge.
 * @throws `PasskeyCancelled` with a message, and `CallError` if the server sends no challenge
 */
export const askPasskey = async (): Promise<SignedAssertion> => {
  const [{ startAuthentication }, { uuid, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(signInContract.passkeyOptions, {}, { toasts: false }),
  ])
  try {
    // The server created the options with the same library; the browser validates them.
    const fromServer: unknown = options
    const optionsJSON = fromServer as PublicKeyCredentialRequestOptionsJSON
    return { uuid, assertion: { ...(await startAuthentication({ optionsJSON })) } }
  } catch (error) {
    throw new PasskeyCancelled(messageFor(error), { cause: error })
  }
}
