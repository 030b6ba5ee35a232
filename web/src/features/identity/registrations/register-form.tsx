import { registrationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { phone as phoneRule } from '@atrium/contract/kernel/fields.ts'
import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { type FieldOf, usePlainForm } from '../../../kernel/forms/use-plain-form.ts'
import { issueText } from '../../../ui/issue-text.ts'
import { NewPasswordInput } from '../../../ui/new-password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { VerificationCodeInput } from '../sign-in/public/verification-code-input.tsx'
import { emptyFields, type Kind, listProblems, type Typed, validateRegistration } from './register-values.ts'

type Props = {
  policy: PasswordPolicy
  captchaWanted: boolean
  /** Registration needs an invitation; invitations are for persons only. */
  inviteOnly: boolean
  /** Address of the page that people agree to; empty without one. */
  agreement: string
  onDone: (status: 'active' | 'review') => void
}

const kinds = [
  { key: 'person', text: t('个人') },
  { key: 'ent', text: t('企业') },
] as const satisfies { key: Kind; text: string }[]

const codeInputProps = { autoCapitalize: 'none', spellCheck: false } as const

type FieldProps = { field: FieldOf<Typed> }

const InviteField = ({ field, required }: FieldProps & { required: boolean }) => (
  <TextInput
    {...field('invite')}
    {...codeInputProps}
    label={required ? t('邀请码') : t('邀请码（选填）')}
    autoComplete="off"
    maxLength={32}
  />
)

const FirmFields = ({ field }: FieldProps) => (
  <>
    <TextInput {...field('ent.name')} label={t('公司名称')} autoComplete="organization" maxLength={100} />
    <TextInput
      {...field('ent.creditCode')}
      {...codeInputProps}
      label={t('统一社会信用代码')}
      autoComplete="off"
      maxLength={18}
    />
    <TextInput {...field('ent.legal')} label={t('法定代表人')} autoComplete="off" maxLength={30} />
  </>
)

/** The account to be created, and whose it is. */
const AccountFields = ({ field, kind }: FieldProps & { kind: Kind }) => (
  <>
    <TextInput
      {...field('account')}
      {...codeInputProps}
      label={t('账号')}
      autoComplete="username"
      placeholder={t('4-30 位字母、数字或下划线，以字母开头')}
      maxLength={30}
    />
    <TextInput
      {...field('name')}
      label={kind === 'ent' ? t('联系人姓名') : t('姓名')}
      autoComplete="name"
      maxLength={30}
    />
    <TextInput
      {...field('phone')}
      label={t('手机号')}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      maxLength={11}
    />
  </>
)

/** Registration form for persons and firms. */
export const RegisterForm = ({ policy, captchaWanted, inviteOnly, agreement, onDone }: Props) => {
  const [kind, setKind] = useState<Kind>('person')
  const [uuid, setUuid] = useState<string>()
  const [agree, setAgree] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { values: typed, field, form, problems, show, update, clear } = usePlainForm<Typed, 'agree'>(emptyFields)

  /**
   * Shows errors at their fields.
   * @returns whether there were any
   */
  const showFieldErrors = (error: CallError): boolean => !show(listProblems(error))
  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (isOutage(error)) showFailure(error)
    else if (!showFieldErrors(error)) setRefusal(error.msg)
  }
  const [busy, whileBusy] = useBusy(handleError)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setRefusal(undefined)
    const result = validateRegistration({ kind, typed, uuid, agree }, { policy, inviteOnly })
    if ('problems' in result) return show(result.problems)
    await whileBusy(async () => {
      const { status } = await call(registrationsContract.register, { body: result.request }, { toasts: false })
      onDone(status)
    })
  }

  return (
    <form ref={form} className="entrance-form" noValidate onSubmit={submit}>
      <PlainTabs label={t('注册类型')} tabs={inviteOnly ? [] : kinds} active={kind} onSelect={setKind}>
        <div className="entrance-form">
          {kind === 'ent' && <FirmFields field={field} />}
          {inviteOnly && <InviteField field={field} required />}
          <AccountFields field={field} kind={kind} />
          <VerificationCodeInput
            {...field('code')}
            label={t('短信验证码')}
            captchaEndpoint={signInContract.captcha}
            isCaptchaRequired={captchaWanted}
            validate={() => update({ phone: issueText(phoneRule.safeParse(typed.phone).error?.issues[0]) })}
            send={(proof) =>
              call(
                signInContract.send,
                { body: { scene: 'register', phone: typed.phone, ...proof } },
                { toasts: false },
              )
            }
            onSent={setUuid}
            onRefused={showFieldErrors}
          />
          {kind === 'person' && !inviteOnly && <InviteField field={field} required={false} />}
          <NewPasswordInput {...field('password')} label={t('密码')} policy={policy} />
        </div>
      </PlainTabs>
      <PlainCheckbox
        name="agree"
        checked={agree}
        onChange={(checked) => {
          setAgree(checked)
          clear('agree')
        }}
        error={problems.agree}
      >
        {t('我已阅读并同意')}
        {agreement ? (
          <a href={agreement} target="_blank" rel="noreferrer">
            {t('服务协议')}
          </a>
        ) : (
          t('服务协议')
        )}
      </PlainCheckbox>
      <p className="entrance-refusal" role="alert">
        {refusal}
      </p>
      <PlainButton type="submit" kind="primary" busy={busy}>
        {t('注册')}
      </PlainButton>
    </form>
  )
}
