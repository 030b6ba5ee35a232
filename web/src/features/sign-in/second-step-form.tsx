import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { useState } from 'react'
import { call } from '../../kernel/api/call.ts'
import type { CallError } from '../../kernel/api/call-error.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { PlainCheckbox } from '../../ui/plain-checkbox.tsx'
import { SecondStepChoice } from './second-step-choice.tsx'
import { advance, type Method, type Step } from './sign-in-flow.ts'

type Props = {
  methods: readonly Method[]
  first: Method['type']
  /** For so many days this browser may be spared the second step. */
  trustDays: number
  onStep: (step: Step, trustDevice: boolean) => void
  /** Back to the first step, with the reason when it was not the person's wish. */
  onBack: (reason?: string) => void
}

/** Something else than the first proof: one of the second steps this person has set up. */
export const SecondStepForm = ({ methods, first, trustDays, onStep, onBack }: Props) => {
  const [trustDevice, setTrustDevice] = useState(false)

  /** The attempt is over: only from the first step it goes on. */
  const endsAttempt = (error: CallError): boolean => {
    if (error.code !== signInErrors.attemptExpired.code) return false
    onBack(error.msg)
    return true
  }

  return (
    <>
      <SecondStepChoice
        methods={methods}
        first={first}
        send={() => call(signInContract.send, { body: { scene: 'second' } }, { toasts: false })}
        onProof={async (proof) => onStep(await advance({ ...proof, trustDevice }), trustDevice)}
        onRefused={endsAttempt}
      >
        {trustDays > 0 && (
          <PlainCheckbox checked={trustDevice} onChange={setTrustDevice}>
            {trustDays} 天内在此浏览器不再验证
          </PlainCheckbox>
        )}
      </SecondStepChoice>
      <div className="entrance-form second-step-back">
        <PlainButton onClick={() => onBack()}>返回登录</PlainButton>
      </div>
    </>
  )
}
