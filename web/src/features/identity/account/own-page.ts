import type { OwnPage } from '../../../kernel/page/own-page.ts'

/** Where users see who they are. */
export const profilePage: OwnPage = { name: 'profile', path: '/web/user/profile', title: '个人中心' }
