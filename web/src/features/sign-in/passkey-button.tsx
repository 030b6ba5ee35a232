import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { CallError, isOutage } from '../../kernel/api/call-error.ts'
import { showFailure } from '../../kernel/api/failure-toast.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { askPasskey, PasskeyGivenUp, type Signed } from './passkey.ts'
import { RefusalLine } from './refusal-line.tsx'
import { useRefusal } from './use-refusal.ts'

type Props = {
  text: string
  kind?: 'primary' | 'quiet'
  /** Takes what the passkey signed to the server. */
  onSigned: (signed: Signed) => Promise<void>
  /** Goes somewhere else with this refusal. Out: whether it did. */
  onRefused?: (error: CallError) => boolean
}

/** Proves who one is with a passkey; what went wrong stands below the button. */
export const PasskeyButton = ({ text, kind = 'quiet', onSigned, onRefused }: Props) => {
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()

  const refused = (error: unknown) => {
    if (error instanceof PasskeyGivenUp) return refusal.say(error.message)
    if (!(error instanceof CallError)) throw error
    if (onRefused?.(error)) return
    if (isOutage(error)) showFailure(error)
    else refusal.receive(error)
  }
  const click = async () => {
    refusal.clear()
    setBusy(true)
    try {
      await onSigned(await askPasskey())
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="entrance-form">
      <PlainButton kind={kind} busy={busy} blocked={refusal.waiting} onClick={() => void click()}>
        {!busy && <KeyRound size={16} aria-hidden="true" />}
        {text}
      </PlainButton>
      {refusal.said && <RefusalLine refusal={refusal} />}
    </div>
  )
}
