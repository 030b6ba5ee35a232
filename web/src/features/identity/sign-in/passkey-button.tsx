import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PlainIcon } from '../../../ui/plain-icon.tsx'
import { askPasskey, PasskeyCancelled, type SignedAssertion } from './passkey.ts'
import { RefusalLine } from './refusal-line.tsx'
import { useRefusal } from './use-refusal.ts'

type Props = {
  text: string
  kind?: 'primary' | 'quiet'
  /** Sends the signed assertion to the server. */
  onSigned: (signed: SignedAssertion) => Promise<void>
  /**
   * Handles the error elsewhere.
   * @returns whether it did
   */
  onRefused?: (error: CallError) => boolean
}

/** Authenticates with a passkey; errors appear below the button. */
export const PasskeyButton = ({ text, kind = 'quiet', onSigned, onRefused }: Props) => {
  const refusal = useRefusal()

  const handleError = (error: unknown) => {
    if (error instanceof PasskeyCancelled) return refusal.show(error.message)
    if (!(error instanceof CallError)) throw error
    if (onRefused?.(error)) return
    if (isOutage(error)) showFailure(error)
    else refusal.receive(error)
  }
  const [busy, whileBusy] = useBusy(handleError)
  const click = async () => {
    refusal.clear()
    await whileBusy(async () => onSigned(await askPasskey()))
  }

  return (
    <div className="entrance-form">
      <PlainButton kind={kind} busy={busy} blocked={refusal.waiting} onClick={() => void click()}>
        {!busy && <PlainIcon name="key" size={16} />}
        {text}
      </PlainButton>
      {refusal.message && <RefusalLine refusal={refusal} />}
    </div>
  )
}
