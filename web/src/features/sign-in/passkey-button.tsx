import { KeyRound } from 'lucide-react'
import { CallError, isOutage } from '../../kernel/api/call-error.ts'
import { showFailure } from '../../kernel/api/failure-toast.ts'
import { useBusy } from '../../kernel/forms/use-busy.ts'
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
  const refusal = useRefusal()

  const refused = (error: unknown) => {
    if (error instanceof PasskeyGivenUp) return refusal.say(error.message)
    if (!(error instanceof CallError)) throw error
    if (onRefused?.(error)) return
    if (isOutage(error)) showFailure(error)
    else refusal.receive(error)
  }
  const [busy, whileBusy] = useBusy(refused)
  const click = async () => {
    refusal.clear()
    await whileBusy(async () => onSigned(await askPasskey()))
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
