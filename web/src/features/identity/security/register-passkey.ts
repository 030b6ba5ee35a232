import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { t } from '../../../ui/texts.ts'
import { wrongOriginMessage } from './public/passkey-support.ts'
import { StepRefusal } from './use-step-form.ts'

const failureMessages: Readonly<Record<string, string>> = {
  InvalidStateError: t('该设备已添加过通行密钥'),
  NotAllowedError: t('未完成：已取消或等待超时，请重试'),
  SecurityError: wrongOriginMessage,
  NotSupportedError: t('该设备不支持所需的通行密钥'),
  ConstraintError: t('该设备不支持所需的通行密钥'),
}
const defaultMessage = t('浏览器未能创建通行密钥，请更换设备或浏览器后重试')
const unwrapCause = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)

/**
 * Creates a passkey in the browser.
 * @param options the server's options
 * @returns the attestation, which only the server verifies
 * @throws `StepRefusal` with a message
 */
export const registerPasskey = async (options: unknown): Promise<Record<string, unknown>> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    // The server created the options with the same library; the browser validates them.
    const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    return { ...made }
  } catch (error) {
    const cause = unwrapCause(error)
    throw new StepRefusal((cause instanceof Error && failureMessages[cause.name]) || defaultMessage, { cause: error })
  }
}
