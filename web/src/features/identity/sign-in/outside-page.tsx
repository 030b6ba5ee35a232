import { t } from '../../../ui/texts.ts'
import './sign-in.css'
import {
  identityLinksContract,
  linkState,
  outsideSignInContract,
} from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDocumentTitle } from '../../../kernel/page/use-document-title.ts'
import { Entrance } from '../../../ui/entrance.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { ChooseCompanyForm } from './choose-company-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ProveAccountForm } from './prove-account-form.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { abandonSignIn, continueSignIn, type Step } from './sign-in-flow.ts'

type Answer = { provider: string; params: Readonly<Record<string, string>> }
type Finished = ReplyOf<typeof outsideSignInContract.finish>
type Shown = { name: 'waiting' } | { name: 'refused'; msg: string } | { name: 'prove'; finished: Finished } | Step
type Props = {
  /** What the provider sent back in the address of its own. */
  answer: Answer
  onSignedIn: (returnTo: string) => void
  /** Back to the sign-in page. */
  onBack: () => void
  /** Back to the security settings, linked or not. */
  onLinkEnded: () => void
}
const headings: Record<Shown['name'], string> = {
  waiting: t('正在登录'),
  refused: t('未能登录'),
  prove: t('关联账号'),
  second: t('二次验证'),
  changePassword: t('修改密码'),
  chooseCompany: t('选择公司'),
  done: t('正在登录'),
}

const linkHeadings: { [S in Shown['name']]?: string } = { waiting: t('正在关联'), refused: t('未能关联') }

/** Finishes what was begun at an identity provider: a sign-in with its steps, or the link of a signed-in account. */
export const OutsidePage = ({ answer: { provider, params }, onSignedIn, onBack, onLinkEnded }: Props) => {
  const subject = useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [shown, show] = useState<Shown>({ name: 'waiting' })
  const [trustDevice, setTrustDevice] = useState(false)
  const returnTo = useRef('')
  const isLink = params.state?.startsWith(linkState) === true
  const heading = (isLink && linkHeadings[shown.name]) || headings[shown.name]
  useDocumentTitle(heading, subject.data?.title)

  const showStep = (step: Step) => (step.name === 'done' ? onSignedIn(returnTo.current) : show(step))
  const finish = async () => {
    if (isLink) {
      await call(identityLinksContract.finish, { body: { provider, params } }, { toasts: false })
      return onLinkEnded()
    }
    const finished = await call(outsideSignInContract.finish, { body: { provider, params } }, { toasts: false })
    returnTo.current = finished.returnTo
    if (finished.step === null) show({ name: 'prove', finished })
    else showStep(await continueSignIn(finished.step))
  }
  const begun = useRef(false)
  useEffect(() => {
    // Once: what came back is of no use a second time.
    if (begun.current) return
    begun.current = true
    finish().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      show({ name: 'refused', msg: error.msg })
    })
  })
  const goBack = () => {
    abandonSignIn()
    onBack()
  }
  const policy = shown.name === 'changePassword' ? (shown.policy ?? subject.data?.passwordPolicy) : undefined
  const lead = shown.name === 'refused' ? shown.msg : shown.name === 'changePassword' ? shown.reason : undefined

  return (
    <Entrance site={subject.data} heading={heading} lead={lead}>
      {shown.name === 'refused' && (
        <div className="entrance-form">
          <PlainButton kind="primary" onClick={isLink ? onLinkEnded : goBack}>
            {isLink ? t('返回安全设置') : t('返回登录')}
          </PlainButton>
        </div>
      )}
      {shown.name === 'prove' && <ProveAccountForm finished={shown.finished} onStep={showStep} onBack={goBack} />}
      {shown.name === 'second' && (
        <SecondStepForm
          step={shown}
          trustDevice={trustDevice}
          onStep={(next, trusted) => {
            setTrustDevice(trusted)
            showStep(next)
          }}
          onBack={goBack}
        />
      )}
      {shown.name === 'chooseCompany' && (
        <ChooseCompanyForm companies={shown.companies} trustDevice={trustDevice} onStep={showStep} onBack={goBack} />
      )}
      {policy && <NewPasswordForm policy={policy} trustDevice={trustDevice} onStep={showStep} onBack={goBack} />}
    </Entrance>
  )
}
