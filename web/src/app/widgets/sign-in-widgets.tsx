import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { useState } from 'react'
import { SmsCodeButton } from '../../features/identity/security/public/sms-code-button.tsx'
import { CaptchaImage } from '../../features/identity/sign-in/captcha-image.tsx'
import { CaptchaInput } from '../../features/identity/sign-in/public/captcha-input.tsx'
import { useCaptcha } from '../../features/identity/sign-in/public/use-captcha.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordInput } from '../../ui/new-password-input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { wait } from './wait.ts'
import { Widget, WidgetRow, WidgetSample } from './widget.tsx'

const CaptchaWidgets = () => {
  const captcha = useCaptcha(signInContract.captcha, true)
  return (
    <>
      <Widget title={t('图形验证码')}>
        <div className="widget-narrow">
          <CaptchaInput captcha={captcha} />
          <WidgetRow>
            <Button onClick={() => captcha.readAnswer()}>{t('检查是否填写')}</Button>
            <Button onClick={() => captcha.showProblem(t('验证码错误'))}>{t('显示错误')}</Button>
          </WidgetRow>
        </div>
      </Widget>
      <Widget title={t('图形验证码（加载中、加载失败）')}>
        <WidgetRow>
          <CaptchaImage src={undefined} failed={false} onRenew={() => toast.success(t('重新加载'))} />
          <CaptchaImage src={undefined} failed onRenew={() => toast.success(t('重新加载'))} />
        </WidgetRow>
      </Widget>
    </>
  )
}

/** Seconds of the usual countdown, and of one short enough to wait for. */
const usual = 60
const short = 3
const createSending = (seconds: number) => async () => {
  await wait(500)
  return seconds
}
const refuse = async (): Promise<number> => {
  await wait(500)
  toast.error(t('短信发送失败，请稍后再试'))
  throw new Error(t('短信发送失败'))
}
const missPhone = () => {
  toast.error(t('请输入手机号'))
  return false
}

const SmsWidget = () => (
  <Widget title={t('短信验证码按钮')}>
    <WidgetRow>
      <WidgetSample label={t('发送成功')}>
        <SmsCodeButton send={createSending(usual)} />
      </WidgetSample>
      <WidgetSample label={t('3 秒后可重新发送')}>
        <SmsCodeButton send={createSending(short)} onIdle={() => toast.success(t('可以重新发送'))} />
      </WidgetSample>
      <WidgetSample label={t('发送失败')}>
        <SmsCodeButton send={refuse} />
      </WidgetSample>
      <WidgetSample label={t('未填手机号')}>
        <SmsCodeButton validate={missPhone} send={createSending(usual)} />
      </WidgetSample>
    </WidgetRow>
  </Widget>
)

const PasswordWidgets = () => {
  const [current, setCurrent] = useState('')
  const [strict, setStrict] = useState('')
  const [long, setLong] = useState('')
  return (
    <Widget title={t('密码')}>
      <div className="widget-narrow">
        <PasswordInput label={t('密码')} autoComplete="current-password" value={current} onChange={setCurrent} />
        <PasswordInput
          label={t('有误的密码')}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={t('账号或密码错误')}
        />
        <NewPasswordInput
          label={t('新密码')}
          policy={{ kind: 'spec', min: 8, max: 20 }}
          value={strict}
          onChange={setStrict}
          error={undefined}
        />
        <NewPasswordInput
          label={t('仅限长度的新密码')}
          policy={{ kind: 'nist', min: 15, max: 64 }}
          value={long}
          onChange={setLong}
          error={undefined}
        />
      </div>
    </Widget>
  )
}

/** What the sign-in page consists of. */
export const SignInWidgets = () => (
  <>
    <CaptchaWidgets />
    <SmsWidget />
    <PasswordWidgets />
  </>
)
