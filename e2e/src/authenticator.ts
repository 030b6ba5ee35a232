import type { Page } from '@playwright/test'

/** Base URL of tests with passkeys: authenticators know sites by host name, never by IP address. */
export const atHostName = {
  baseURL: ({ baseURL }: { baseURL: string | undefined }, use: (url: string | undefined) => Promise<void>) =>
    use(baseURL?.replace('127.0.0.1', 'localhost')),
}

/** Adds a virtual authenticator to a page that stores passkeys and confirms automatically. */
export const addAuthenticator = async (page: Page) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
