import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { leaveTo } from '../../../kernel/page/leave-to.ts'
import { PublicFrame } from '../../../shared/public-page/public-frame.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { AppLogo } from '../open-apps/public/app-logo.tsx'
import { scopeNames } from './scope-words.ts'
import './authorize.css'

const { request, decide } = oidcContract
type Asked = ReplyOf<typeof request>
type Problem = { text: string; mayPass: boolean; isRefused: boolean }
/** The application does not admit the person, and waits to hear of it. */
const refusals = new Set<number>(
  [oidcErrors.otherCompany, oidcErrors.otherTenant, oidcErrors.notShown].map(({ code }) => code),
)
const toProblem = (error: unknown): Problem =>
  error instanceof CallError
    ? { text: error.msg, mayPass: isOutage(error), isRefused: refusals.has(error.code) }
    : { text: t('网络异常，请稍后重试'), mayPass: true, isRefused: false }

type QuestionProps = {
  asked: Asked
  busy: boolean
  onDecide: (allow: boolean) => void
  onOther: () => void
}

const Question = ({ asked: { app, who, scopes, signInAgain }, busy, onDecide, onOther }: QuestionProps) =>
  signInAgain ? (
    <section className="authorize">
      <h1>{t('请重新登录')}</h1>
      <p>{t('“{name}”要求您重新验证身份。', { name: app.name })}</p>
      <PlainButton kind="primary" onClick={onOther}>
        {t('重新登录')}
      </PlainButton>
    </section>
  ) : (
    <section className="authorize">
      <AppLogo name={app.name} logo={app.logo} />
      <h1>{t('登录“{name}”', { name: app.name })}</h1>
      <p className="authorize-quiet">
        {t('由“{company}”提供。登录后，该应用可获取您的以下信息：', { company: app.company })}
      </p>
      <ul aria-label={t('可获取的信息')}>
        {scopes.map((scope) => (
          <li key={scope}>
            <Check aria-hidden size={16} />
            {scopeNames[scope]}
          </li>
        ))}
      </ul>
      <div className="authorize-actions">
        <PlainButton busy={busy} onClick={() => onDecide(false)}>
          {t('拒绝')}
        </PlainButton>
        <PlainButton kind="primary" busy={busy} onClick={() => onDecide(true)}>
          {t('允许', { context: 'verb' })}
        </PlainButton>
      </div>
      <p className="authorize-quiet">
        {t('当前账号：{name}（{account}）。授权可随时取消。', { name: who.name, account: who.account })}
      </p>
      <PlainButton onClick={onOther}>{t('使用其他账号')}</PlainButton>
    </section>
  )

type AuthorizePageProps = {
  uid: string
  /** Leads to the sign-in page and back here. */
  onOther: () => void
}

/** Asks a person whether an application may sign them in and what it may learn, and goes on by itself if they have said so. */
export const AuthorizePage = ({ uid, onOther }: AuthorizePageProps) => {
  const [asked, setAsked] = useState<Asked>()
  const [problem, setProblem] = useState<Problem>()
  const [busy, whileBusy] = useBusy((error) => setProblem(toProblem(error)))
  const goOn = async (allow: boolean) => {
    const { url } = await call(decide, { params: { uid }, body: { allow } }, { toasts: false })
    await leaveTo(url)
  }
  const onDecide = (allow: boolean) => void whileBusy(() => goOn(allow))
  const begin = useEffectEvent(() =>
    whileBusy(async () => {
      const found = await call(request, { params: { uid } }, { toasts: false })
      if (found.given && !found.signInAgain) return goOn(true)
      setAsked(found)
    }),
  )
  const started = useRef(false)
  useEffect(() => {
    // Effects may run twice; each decision is in the log.
    if (started.current) return
    started.current = true
    void begin()
  }, [])
  return (
    <PublicFrame title={asked ? t('登录“{name}”', { name: asked.app.name }) : t('登录应用')}>
      {problem ? (
        <section className="authorize">
          <h1>{t('无法登录应用')}</h1>
          <p role="alert">{problem.text}</p>
          {problem.mayPass && (
            <PlainButton kind="primary" onClick={() => location.reload()}>
              {t('重试')}
            </PlainButton>
          )}
          {problem.isRefused && (
            <PlainButton kind="primary" busy={busy} onClick={() => onDecide(false)}>
              {t('返回应用')}
            </PlainButton>
          )}
          <PlainButton onClick={onOther}>{t('使用其他账号')}</PlainButton>
        </section>
      ) : asked ? (
        <Question asked={asked} busy={busy} onDecide={onDecide} onOther={onOther} />
      ) : (
        <Skeleton lines={6} />
      )}
    </PublicFrame>
  )
}
