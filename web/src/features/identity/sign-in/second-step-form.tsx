import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import type { CallError } from '../../../kernel/api/call-error.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { t } from '../../../ui/texts.ts'
import { SecondStepChoice } from './second-step-choice.tsx'
import { SetUpForm } from './set-up-form.tsx'
import { advance, type Method, type Step } from './sign-in-flow.ts'

type Props = {
  step: Extract<Step, { name: 'second' }>
  /** Chosen in an earlier step. */
  trustDevice: boolean
  onStep: (step: Step, trustDevice: boolean) => void
  /** Back to the first step, with a reason unless the user chose it. */
  onBack: (reason?: string) => void
}

type ChoiceProps = Pick<Props, 'onStep' | 'onBack'> & {
  methods: readonly Method[]
  first: Method['type']
  /** Days for which this browser can skip the second step. */
  trustDays: number
}
const ChoiceForm = ({ methods, first, trustDays, onStep, onBack }: ChoiceProps) => {
  const [trustDevice, setTrustDevice] = useState(false)

  /** The attempt has expired and must start over. */
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
            {t('{trustDays} 天内在此浏览器免验证', { trustDays })}
          </PlainCheckbox>
        )}
      </SecondStepChoice>
      <div className="entrance-form second-step-back">
        <PlainButton onClick={() => onBack()}>{t('返回登录')}</PlainButton>
      </div>
    </>
  )
}

/** The second step: one of the user's methods, or the set-up of a required one. */
export const SecondStepForm = ({ step, trustDevice, onStep, onBack }: Props) => {
  const { setUp, first } = step
  if (setUp)
    return (
      <SetUpForm setUp={setUp} trustDevice={trustDevice} onStep={(next) => onStep(next, trustDevice)} onBack={onBack} />
    )
  return first === 'setUp' ? null : <ChoiceForm {...step} first={first} onStep={onStep} onBack={onBack} />
}
