import type { ComponentType } from 'react'
import { t } from '../ui/texts.ts'
import { paths } from './paths.ts'

export type TabName = 'home' | 'messages' | 'enterprise' | 'me'
/** A page of a signed-in user. */
export type PortalPage = {
  path: string
  title: string
  /** The entry of the navigation that it belongs to. */
  tab: TabName
  /** The page that it is reached from; absent on the first page of a tab. */
  back?: string
  /** Whether it draws widgets of the component library, which loads with it. */
  kit?: true
  load: () => Promise<ComponentType>
}

/** Pages below 我的, of widgets that the console shows as well. */
const below = { tab: 'me', back: paths.me, kit: true } as const
/** Pages below the enterprise. */
const ofEnterprise = { tab: 'enterprise', back: paths.enterprise, kit: true } as const

/** Pages of signed-in users. Each loads when it is opened. */
export const pages: readonly PortalPage[] = [
  {
    path: paths.home,
    title: t('首页'),
    tab: 'home',
    load: async () => (await import('./pages/home-page.tsx')).HomePage,
  },
  {
    path: paths.messages,
    title: t('消息'),
    tab: 'messages',
    load: async () => (await import('./pages/messages-page.tsx')).MessagesPage,
  },
  {
    path: `${paths.messages}/:id`,
    title: t('公告详情'),
    tab: 'messages',
    back: paths.messages,
    kit: true,
    load: async () => (await import('../features/content/notices/published-notice-page.tsx')).PublishedNoticePage,
  },
  {
    path: paths.enterprise,
    title: t('公司'),
    tab: 'enterprise',
    kit: true,
    load: async () => (await import('./pages/enterprise-page.tsx')).EnterprisePage,
  },
  {
    path: paths.members,
    title: t('成员'),
    ...ofEnterprise,
    load: async () => (await import('./pages/members-page.tsx')).MembersPage,
  },
  {
    path: paths.invitations,
    title: t('成员邀请'),
    ...ofEnterprise,
    load: async () => (await import('../features/people/memberships/invitation-cards.tsx')).InvitationCards,
  },
  {
    path: paths.codes,
    title: t('邀请码'),
    ...ofEnterprise,
    load: async () => (await import('../features/identity/registrations/code-cards.tsx')).CodeCards,
  },
  {
    path: paths.requests,
    title: t('应用申请'),
    ...below,
    load: async () => (await import('./pages/requests-page.tsx')).RequestsPage,
  },
  {
    path: paths.me,
    title: t('我的'),
    tab: 'me',
    load: async () => (await import('./pages/me-page.tsx')).MePage,
  },
  {
    path: paths.profile,
    title: t('个人资料'),
    ...below,
    load: async () => (await import('./pages/profile-page.tsx')).ProfilePage,
  },
  {
    path: paths.security,
    title: t('安全与设备'),
    ...below,
    load: async () => (await import('../features/identity/security/security-page.tsx')).SecurityPage,
  },
  {
    path: paths.consents,
    title: t('已授权的应用'),
    ...below,
    load: async () => (await import('./pages/consents-page.tsx')).ConsentsPage,
  },
  {
    path: paths.companies,
    title: t('我的公司'),
    ...below,
    load: async () => (await import('./pages/companies-page.tsx')).CompaniesPage,
  },
  {
    path: paths.log,
    title: t('我的日志'),
    ...below,
    load: async () => (await import('../features/identity/account/own-log.tsx')).OwnLog,
  },
]
