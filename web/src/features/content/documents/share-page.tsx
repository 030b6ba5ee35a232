import {
  documentLinksContract,
  type OpenedLink,
  type Opening,
} from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { PublicFrame } from '../../../shared/public-page/public-frame.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { isOver, linkProblem } from './link-problem.ts'
import { SharedFile } from './shared-file.tsx'
import './share-page.css'

type LockProps = { problem: string; busy: boolean; onPassword: (password: string) => void }

const Lock = ({ problem, busy, onPassword }: LockProps) => {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '' && !busy) onPassword(typed)
  }
  return (
    <form className="share-card share-lock" noValidate onSubmit={submit}>
      <h1>{t('请输入访问密码')}</h1>
      <p className="share-note">{t('该文件设有密码，请向分享人索取。')}</p>
      <PasswordInput
        label={t('访问密码')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        error={problem || undefined}
        autoFocus
      />
      <PlainButton type="submit" kind="primary" busy={busy}>
        {t('打开文件')}
      </PlainButton>
    </form>
  )
}

type UnopenedProps = {
  problem: string
  busy: boolean
  /** Undefined if it is in vain. */
  onRetry: (() => void) | undefined
}

const Unopened = ({ problem, busy, onRetry }: UnopenedProps) =>
  problem === '' ? (
    <Skeleton lines={4} />
  ) : (
    <section className="share-card">
      <h1>{t('无法打开文件')}</h1>
      <p role="alert">{problem}</p>
      {onRetry && (
        <PlainButton busy={busy} onClick={onRetry}>
          {t('重试')}
        </PlainButton>
      )}
    </section>
  )

/** A file behind a link, for people without an account. Takes the token of the address. */
export const SharePage = ({ token }: { token: string }) => {
  const [opened, setOpened] = useState<{ file: OpenedLink; asked: Opening }>()
  const [problem, setProblem] = useState('')
  const [isEnded, setEnded] = useState(false)
  const [busy, whileBusy] = useBusy((error) => {
    setProblem(linkProblem(error))
    setEnded(isOver(error))
  })
  const open = (password: string) =>
    whileBusy(async () => {
      const asked = { token, password }
      const file = await call(documentLinksContract.openLink, { body: asked }, { toasts: false })
      setProblem('')
      setOpened({ file, asked })
    })
  const begin = useEffectEvent(() => void open(''))
  const started = useRef(false)
  useEffect(() => {
    // Effects may run twice; each opening is in the log.
    if (started.current) return
    started.current = true
    begin()
  }, [])
  const isOpen = opened !== undefined && !opened.file.locked
  return (
    <PublicFrame title={isOpen ? opened.file.title : t('分享的文件')}>
      {opened === undefined && (
        <Unopened problem={problem} busy={busy} onRetry={isEnded ? undefined : () => void open('')} />
      )}
      {opened?.file.locked && <Lock problem={problem} busy={busy} onPassword={(password) => void open(password)} />}
      {isOpen && <SharedFile {...opened} />}
    </PublicFrame>
  )
}
