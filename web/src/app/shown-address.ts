/** The address of the page that an address shows: while a page is being refreshed, its own. */
export const shownAddress = (address: string): string => address.replace(/^\/ywRedirect(?=[/?]|$)/, '')
