import { type loginInfo, sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { Eye, UserCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useSecondsTo } from '../../../kernel/page/use-countdown.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { t } from '../../../ui/texts.ts'
import { quitVisit } from './quit-visit.ts'
import { formatRemaining, modeNames } from './visit-words.ts'
import './visit-banner.css'

type Info = z.output<typeof loginInfo>
type Act = NonNullable<Info['act']>

const warningSeconds = 5 * 60
const pollMs = 2000

/** At the end of the visit, polls the server, whose clock decides. */
const useVisitEndCheck = (isOver: boolean) => {
  useEffect(() => {
    if (!isOver) return
    const check = () => void invalidate(sessionContract.loginInfo)
    check()
    const timer = setInterval(check, pollMs)
    return () => clearInterval(timer)
  }, [isOver])
}

/** The visited company, mode, reason and remaining time, with a button to quit. */
export const VisitBanner = ({ info, act }: { info: Info; act: Act }) => {
  const left = useSecondsTo(Date.parse(act.until))
  const [leaving, setLeaving] = useState(false)
  useVisitEndCheck(left === 0)
  const isEnding = left <= warningSeconds
  const ModeIcon = act.mode === 'view' ? Eye : UserCog
  const quit = () => {
    setLeaving(true)
    // The call has shown its error.
    quitVisit(info).catch(() => setLeaving(false))
  }
  return (
    <section className="visit-banner" aria-label={t('正在访问其他公司')} data-ending={isEnding || undefined}>
      <ModeIcon className="visit-banner-icon" size={18} aria-hidden="true" />
      <p className="visit-banner-words">
        <strong>{info.orgName ? `${info.view} / ${info.orgName}` : info.view}</strong>
        <span className="visit-banner-mode">{modeNames[act.mode]}</span>
        <span className="visit-banner-reason" title={act.reason}>
          {t('原因：{reason}', { reason: act.reason })}
        </span>
      </p>
      <p className="visit-banner-left" role="timer">
        {t('剩余 {left}', { left: formatRemaining(left) })}
      </p>
      <PlainButton busy={leaving} onClick={quit}>
        {t('退出访问')}
      </PlainButton>
      <p className="visually-hidden" role="status">
        {isEnding && t('访问即将结束，请尽快保存正在填写的内容')}
      </p>
    </section>
  )
}
