import { proofAsked, proofMinutes, securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import type * as z from 'zod/mini'
import { call } from '../../kernel/api/call.ts'
import { AppDialog } from '../../ui/app-dialog.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { SecondStepChoice } from './second-step-choice.tsx'

type Methods = z.output<typeof proofAsked>['prove']
type Props = { methods: Methods; onEnded: (proved: boolean) => void }

const { prove, sendProofCode } = securityContract
const quiet = { toasts: false }

const ProofDialog = ({ methods, onEnded }: Props) => {
  const choice = useRef<HTMLDivElement>(null)
  // A dialog that opens puts the cursor into the first thing that takes it: the tabs, where there are some.
  useEffect(() => choice.current?.querySelector('input')?.focus(), [])
  return (
    <AppDialog title="请验证身份" onEscape={() => onEnded(false)}>
      <p className="proof-lead">这项操作要确认是您本人，验证后 {proofMinutes} 分钟内不再询问。</p>
      <div ref={choice}>
        <SecondStepChoice
          methods={methods}
          first={methods[0]?.type ?? 'password'}
          send={() => call(sendProofCode, { body: {} }, quiet)}
          onProof={async (proof) => {
            const { type } = proof
            const body = type === 'password' && 'code' in proof ? { type, password: proof.code } : proof
            await call(prove, { body }, quiet)
            onEnded(true)
          }}
          onRefused={({ code }) => {
            // The page says by itself that the session is over.
            if (code === Code.sessionInvalid) onEnded(false)
            return code === Code.sessionInvalid
          }}
        />
      </div>
      <div className="entrance-form second-step-back">
        <PlainButton onClick={() => onEnded(false)}>取消</PlainButton>
      </div>
    </AppDialog>
  )
}

const show = (methods: Methods) =>
  new Promise<boolean>((answer) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const end = (proved: boolean) => {
      root.unmount()
      place.remove()
      answer(proved)
    }
    root.render(<ProofDialog methods={methods} onEnded={end} />)
  })

let open: Promise<boolean> | undefined

/**
 * Asks the person to prove himself, over whatever page is open; several calls that wait for it are one question. In: what
 * 111 brought. Out: whether he did.
 */
export const askProof = (asked: unknown): Promise<boolean> => {
  open ??= show(proofAsked.parse(asked).prove).finally(() => {
    open = undefined
  })
  return open
}
