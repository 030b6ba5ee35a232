import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useRead } from '../../kernel/api/use-read.ts'
import { HomeSection } from '../../ui/home-section.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { t } from '../../ui/texts.ts'
import { paths } from '../paths.ts'
import './lines.css'

type FailedProps = { what: string; read: { isFetching: boolean; refetch: () => unknown } }
const Failed = ({ what, read: { isFetching, refetch } }: FailedProps) => (
  <li className="line-failed" role="alert">
    <span>{t('{what}加载失败', { what })}</span>
    <PlainButton busy={isFetching} onClick={() => void refetch()}>
      {t('重试')}
    </PlainButton>
  </li>
)

/** What waits for the user here, and what they decide in the console; nothing without any. */
export const Waiting = () => {
  const counting = useRead(portalAppsContract.count, {}, { toasts: false })
  const working = useRead(workbenchContract.read, {}, { toasts: false })
  const [count, workbench] = [counting.data, working.data]
  const decisions =
    workbench?.todo?.counts.reduce((sum, { kind, count: open }) => (kind === 'app' ? sum : sum + open), 0) ?? 0
  const lines = [
    { text: t('公告待确认'), count: workbench?.notices?.unacked.count ?? 0, to: `${paths.messages}?view=unacked` },
    { text: t('邀请待答复'), count: count?.pending ?? 0, to: paths.companies },
    { text: t('应用申请待处理'), count: count?.approvals ?? 0, to: `${paths.requests}?tab=approvals` },
    { text: t('控制台待办'), count: decisions, href: '/console/dashboard' },
  ].filter((line) => line.count > 0)
  const failed = [
    { what: t('邀请和应用申请'), read: counting },
    { what: t('公告和控制台待办'), read: working },
  ].filter(({ read }) => read.isError && read.data === undefined)
  if (lines.length + failed.length === 0) return null
  return (
    <HomeSection title={t('待我处理')}>
      <ul className="lines">
        {lines.map(({ text, count, to, href }) => {
          const content = (
            <>
              <span>{text}</span>
              <b>{count}</b>
              <ChevronRight size={18} aria-hidden="true" />
            </>
          )
          return <li key={text}>{to ? <Link to={to}>{content}</Link> : <a href={href}>{content}</a>}</li>
        })}
        {failed.map((each) => (
          <Failed key={each.what} {...each} />
        ))}
      </ul>
    </HomeSection>
  )
}
