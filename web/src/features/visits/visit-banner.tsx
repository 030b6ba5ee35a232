import { type loginInfo, sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { Eye, UserCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { invalidate } from '../../kernel/api/use-endpoint.ts'
import { useSecondsTo } from '../../kernel/page/use-countdown.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { quitVisit } from './quit-visit.ts'
import { leftText, modeNames } from './visit-words.ts'
import './visit-banner.css'

type Info = z.output<typeof loginInfo>
type Act = NonNullable<Info['act']>

const lastSeconds = 5 * 60
const askAgainMs = 2000

/** Once the time is up the server is asked: it says that the visit is over, and by whose clock. */
const useEnd = (isOver: boolean) => {
  useEffect(() => {
    if (!isOver) return
    const ask = () => void invalidate(sessionContract.loginInfo)
    ask()
    const timer = setInterval(ask, askAgainMs)
    return () => clearInterval(timer)
  }, [isOver])
}

/** In whose company this tab acts, how, why and for how long, and the way out. */
export const VisitBanner = ({ info, act }: { info: Info; act: Act }) => {
  const left = useSecondsTo(Date.parse(act.until))
  const [leaving, setLeaving] = useState(false)
  useEnd(left === 0)
  const isEnding = left <= lastSeconds
  const Drawn = act.mode === 'view' ? Eye : UserCog
  const quit = () => {
    setLeaving(true)
    // The call has said what went wrong.
    quitVisit(info).catch(() => setLeaving(false))
  }
  return (
    <section className="visit-banner" aria-label="正在访问其他企业" data-ending={isEnding || undefined}>
      <Drawn className="visit-banner-icon" size={18} aria-hidden="true" />
      <p className="visit-banner-words">
        <strong>{info.orgName ? `${info.view} / ${info.orgName}` : info.view}</strong>
        <span className="visit-banner-mode">{modeNames[act.mode]}</span>
        <span className="visit-banner-reason" title={act.reason}>
          原因：{act.reason}
        </span>
      </p>
      <p className="visit-banner-left" role="timer">
        剩余 {leftText(left)}
      </p>
      <PlainButton busy={leaving} onClick={quit}>
        退出访问
      </PlainButton>
      <p className="visually-hidden" role="status">
        {isEnding && '访问即将结束，请尽快保存正在填写的内容'}
      </p>
    </section>
  )
}
