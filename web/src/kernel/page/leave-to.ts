/**
 * Leaves for an address outside. Settles only once the user returns to this page, so that a control that waits for it
 * acts once.
 */
export const leaveTo = (url: string): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true })
    location.assign(url)
  })
