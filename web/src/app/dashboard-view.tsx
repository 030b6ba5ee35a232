import { use } from 'react'
import { ReviewHint } from '../features/governance/reviews/review-hint.tsx'
import { InvitationHint } from '../features/people/memberships/invitation-hint.tsx'
import { HomePage } from '../features/system/home/home-page.tsx'
import { Icon } from '../ui/icon.tsx'
import { leavesOf, visibleMenus } from './menu-tree.ts'
import { profileEntry, reviewsEntry } from './shell-session.ts'
import { LiveSession } from './use-live-session.ts'

/** The workbench, with the granted menus as quick entries. */
export const DashboardView = () => {
  const session = use(LiveSession)
  const entries = leavesOf(visibleMenus(session?.menus ?? [])).map(({ path, title, icon }) => ({
    path,
    title,
    icon: <Icon name={icon} size={20} />,
  }))
  const isOwn = session?.info.act === null
  const notice = isOwn && (
    <>
      <ReviewHint path={reviewsEntry.path} />
      <InvitationHint path={profileEntry.path} />
    </>
  )
  return <HomePage entries={entries} notice={notice} isOwn={isOwn} />
}
