import type { ComponentType } from 'react'
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

/** Pages of signed-in users. Each loads when it is opened. */
export const pages: readonly PortalPage[] = [
  {
    path: paths.home,
    title: '首页',
    tab: 'home',
    load: async () => (await import('./pages/home-page.tsx')).HomePage,
  },
  {
    path: paths.messages,
    title: '消息',
    tab: 'messages',
    load: async () => (await import('./pages/messages-page.tsx')).MessagesPage,
  },
  {
    path: paths.enterprise,
    title: '企业',
    tab: 'enterprise',
    load: async () => (await import('./pages/enterprise-page.tsx')).EnterprisePage,
  },
  {
    path: paths.me,
    title: '我的',
    tab: 'me',
    load: async () => (await import('./pages/me-page.tsx')).MePage,
  },
]
