import { readCookie, writeCookie } from '../ui/cookies.ts'

const name = 'sidebarStatus'
const year = 60 * 60 * 24 * 365

/** Whether the sidebar was left open; open by default. */
export const wasSidebarOpen = (): boolean => readCookie(name) !== '0'

/** Stores the sidebar's state: `1` open, `0` collapsed. */
export const rememberSidebar = (open: boolean): void =>
  writeCookie(name, open ? '1' : '0', { path: '/console/', maxAge: year })
