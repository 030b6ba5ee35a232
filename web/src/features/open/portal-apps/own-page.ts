import type { OwnPage } from '../../../kernel/page/own-page.ts'

/** Where users open applications. Hidden from the menu, as the specification has it. */
export const appsPage: OwnPage = { name: 'apps', path: '/web/frontUserApplication', title: '我的应用' }
