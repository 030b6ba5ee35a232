import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { useState } from 'react'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { t } from '../../../ui/texts.ts'
import { advance, type Company, type Step } from './sign-in-flow.ts'

type Props = {
  /** The most recently used first. */
  companies: readonly Company[]
  /** Chosen in the second step, sent with the last one. */
  trustDevice: boolean
  onStep: (step: Step) => void
  /** Back to the first step, with a reason unless the user chose it. */
  onBack: (reason?: string) => void
}

/** Choice of the company to work in, after authentication. */
export const ChooseCompanyForm = ({ companies, trustDevice, onStep, onBack }: Props) => {
  const [entering, setEntering] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (error.code === signInErrors.attemptExpired.code) return onBack(error.msg)
    if (isOutage(error)) return showFailure(error)
    setProblem(error.msg)
  }
  const enter = async ({ id, name }: Company) => {
    if (entering) return
    setEntering(id)
    setProblem(undefined)
    try {
      const next = await advance({ companyId: id, trustDevice })
      if (next.name === 'chooseCompany') setProblem(t('“{name}”当前无法进入，请选择其他公司', { name }))
      onStep(next)
    } catch (error) {
      handleError(error)
    } finally {
      setEntering(undefined)
    }
  }

  return (
    <div className="entrance-form">
      <p className="second-step-lead">{t('您属于多家公司，请选择要进入的公司')}</p>
      <ul className="choose-company" aria-label={t('可以进入的公司')}>
        {companies.map((company, at) => (
          <li key={company.id}>
            <PlainButton
              autoFocus={at === 0}
              busy={entering === company.id}
              blocked={entering !== undefined}
              onClick={() => void enter(company)}
            >
              <span className="choose-company-name">{company.name}</span>
            </PlainButton>
          </li>
        ))}
      </ul>
      <p className="entrance-refusal" role="alert">
        {problem}
      </p>
      <PlainButton onClick={() => onBack()}>{t('返回登录')}</PlainButton>
    </div>
  )
}
