import {
  reauthenticationRequired,
  securityContract,
} from '@atrium/contract/features/identity/security/security.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { reauthenticationMinutes } from '@atrium/contract/kernel/reauthentication.ts'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { AppDialog } from '../../../ui/app-dialog.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { t } from '../../../ui/texts.ts'
import { SecondStepChoice } from './second-step-choice.tsx'

type Methods = z.output<typeof reauthenticationRequired>['prove']
type Props = { methods: Methods; onEnded: (proved: boolean) => void }

const { prove, sendProofCode } = securityContract
const withoutToasts = { toasts: false }

const ReauthenticationDialog = ({ methods, onEnded }: Props) => {
  const choice = useRef<HTMLDivElement>(null)
  // Dialogs focus their first control, which may be a tab; the input is wanted.
  useEffect(() => choice.current?.querySelector('input')?.focus(), [])
  return (
    <AppDialog title={t('请验证身份')} onEscape={() => onEnded(false)}>
      <p className="proof-lead">
        {t('该操作须验证身份，验证后 {reauthenticationMinutes} 分钟内有效。', { reauthenticationMinutes })}
      </p>
      <div ref={choice}>
        <SecondStepChoice
          methods={methods}
          first={methods[0]?.type ?? 'password'}
          send={() => call(sendProofCode, { body: {} }, withoutToasts)}
          onProof={async (proof) => {
            const { type } = proof
            const body = type === 'password' && 'code' in proof ? { type, password: proof.code } : proof
            await call(prove, { body }, withoutToasts)
            onEnded(true)
          }}
          onRefused={({ code }) => {
            // The page itself reports the ended session.
            if (code === Code.sessionInvalid) onEnded(false)
            return code === Code.sessionInvalid
          }}
        />
      </div>
      <div className="entrance-form second-step-back">
        <PlainButton onClick={() => onEnded(false)}>{t('取消')}</PlainButton>
      </div>
    </AppDialog>
  )
}

const openDialog = (methods: Methods) =>
  new Promise<boolean>((answer) => {
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    const end = (proved: boolean) => {
      root.unmount()
      container.remove()
      answer(proved)
    }
    root.render(<ReauthenticationDialog methods={methods} onEnded={end} />)
  })

let open: Promise<boolean> | undefined

/**
 * Opens the reauthentication dialog over any page; parallel calls share one dialog.
 * @param requirement the data of code 111
 * @returns whether it succeeded
 */
export const askReauthentication = (requirement: unknown): Promise<boolean> => {
  open ??= openDialog(reauthenticationRequired.parse(requirement).prove).finally(() => {
    open = undefined
  })
  return open
}
