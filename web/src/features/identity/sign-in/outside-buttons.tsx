import { outsideSignInContract } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { leaveToReturn } from '../../../kernel/page/leave-to.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { RefusalLine } from './refusal-line.tsx'
import { useRefusal } from './use-refusal.ts'

const { buttons, start } = outsideSignInContract

/** Goes to an identity provider, and back to the page that was asked for. */
const leaveFor = async (id: string) => {
  const to = new URLSearchParams(location.search).get('to')
  const isPortal = location.pathname.startsWith('/portal/')
  const returnTo = isPortal ? `/portal${to ?? '/'}` : to ? `/console${to}` : ''
  const { url } = await call(start, { params: { id }, body: { returnTo } }, { toasts: false })
  await leaveToReturn(url)
}

/** Identity providers that are offered here, and the way to those of a company by a mail address. */
export const OutsideButtons = () => {
  const { data } = useRead(buttons, { query: {} })
  const [asksMail, setAsksMail] = useState(false)
  const [mail, setMail] = useState('')
  const [found, setFound] = useState<readonly { id: string; name: string; company: string }[]>([])
  const refusal = useRefusal()
  const [busy, whileBusy] = useBusy((error) => {
    if (!(error instanceof CallError)) throw error
    refusal.receive(error)
  })
  if (!data || (data.buttons.length === 0 && !data.byMail)) return null

  const leave = (id: string) => whileBusy(() => leaveFor(id))
  const findByMail = async (event: FormEvent) => {
    event.preventDefault()
    refusal.clear()
    await whileBusy(async () => {
      const reply = await call(buttons, { query: { mail } }, { toasts: false })
      const own = reply.buttons.filter(({ id }) => !data.buttons.some((each) => each.id === id))
      // Whose provider it is stands on its button before anybody leaves for it.
      setFound(own)
      if (own.length === 0)
        refusal.show(
          data.buttons.length === 0
            ? t('未找到该邮箱所属公司的登录方式，请核对后重试')
            : t('该邮箱没有其他登录方式，请使用上方的按钮登录'),
        )
    })
  }
  return (
    <div className="first-step-passkey entrance-form">
      {[...data.buttons, ...found].map(({ id, name, company }) => (
        <PlainButton key={id} kind="quiet" busy={busy} onClick={() => void leave(id)}>
          {company === '' ? name : notedText(name, company)}
        </PlainButton>
      ))}
      {data.byMail && !asksMail && (
        <PlainButton kind="quiet" onClick={() => setAsksMail(true)}>
          {t('使用工作邮箱登录')}
        </PlainButton>
      )}
      {asksMail && (
        <form className="entrance-form" noValidate onSubmit={findByMail}>
          <TextInput
            label={t('工作邮箱')}
            autoComplete="email"
            maxLength={254}
            autoFocus
            value={mail}
            onChange={setMail}
          />
          <PlainButton type="submit" kind="quiet" busy={busy}>
            {t('下一步')}
          </PlainButton>
        </form>
      )}
      {refusal.message && <RefusalLine refusal={refusal} />}
    </div>
  )
}
