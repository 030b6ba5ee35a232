import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { LayoutDashboard } from 'lucide-react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/relative-time.tsx'
import { isChinese, pageLanguage, t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { greetingAt } from './greeting.ts'

const todayText = (timeZone: string) => {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(pageLanguage, { timeZone, ...options }).format(new Date())
  const date = { month: 'long', day: 'numeric' } as const
  // 11 月 28 日 周六: spaces beside digits, and before the weekday.
  return isChinese
    ? `${write(date).replaceAll(/\d+/g, ' $& ').trim()} ${write({ weekday: 'short' })}`
    : write({ ...date, weekday: 'short' })
}

/** Greeting, company, day and last sign-in; and the way to the layout. */
export const WorkbenchHead = ({ editing, onEdit }: { editing: boolean; onEdit: (editing: boolean) => void }) => {
  // The shell waits for this reply, so it is always present.
  const { data: user } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  const zone = useTimeZone(({ zone }) => zone)
  const hour = Number(formatMoment(new Date().toISOString(), zone).slice(11, 13))
  const last = user?.lastLogin
  const lastText =
    last &&
    t('上次登录 {time} {time2}，{area}', {
      time: shortDate(last.time, Date.now()),
      time2: formatMoment(last.time, zone).slice(11),
      area: last.area || last.ip,
    })
  return (
    <header className="workbench-head">
      <div>
        <h2>{t('{greeting}，{name}', { greeting: greetingAt(hour), name: user?.name })}</h2>
        <p>{[user?.view, todayText(zone), lastText].filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        look="quiet"
        icon={<LayoutDashboard aria-hidden size={16} />}
        aria-expanded={editing}
        onClick={() => onEdit(!editing)}
      >
        {editing ? t('完成') : t('编辑布局')}
      </Button>
    </header>
  )
}
