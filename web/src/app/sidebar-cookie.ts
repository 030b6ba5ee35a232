const name = 'sidebarStatus'
const year = 60 * 60 * 24 * 365

/** Whether the sidebar was left open; open by default. */
export const wasSidebarOpen = (): boolean => !document.cookie.split('; ').includes(`${name}=0`)

/** Stores the sidebar's state: `1` open, `0` collapsed. */
export const rememberSidebar = (open: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store exists only on secure origins
  document.cookie = `${name}=${open ? 1 : 0}; path=/console/; max-age=${year}; samesite=lax`
}
