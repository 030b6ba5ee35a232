import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { StepRefusal } from './use-step-form.ts'

/** Whether this page may use passkeys at all; browsers allow it over https and on localhost only. */
export const canUsePasskeys = (): boolean => isSecureContext && 'PublicKeyCredential' in window

const sentences: Readonly<Record<string, string>> = {
  InvalidStateError: '这个设备已经登记过通行密钥',
  NotAllowedError: '没有完成：已取消或等待超时，可以再试一次',
  SecurityError: '当前网址不能使用通行密钥，请从系统的正式地址打开',
  NotSupportedError: '这个设备不支持所需的通行密钥',
  ConstraintError: '这个设备不支持所需的通行密钥',
}
const failed = '浏览器没有创建通行密钥，请换一个设备或浏览器再试'
const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)

/**
 * Has the browser make a passkey. In: what the server wants of it. Out: what the authenticator attests, for the server
 * alone to judge. Throws `StepRefusal` with a sentence.
 */
export const registerPasskey = async (options: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
    return { ...made }
  } catch (error) {
    const cause = causeOf(error)
    throw new StepRefusal((cause instanceof Error && sentences[cause.name]) || failed, { cause: error })
  }
}
