import type { Page } from '@playwright/test'

/** What a test with passkeys uses: the site an authenticator knows is a name, never an address. */
export const atName = {
  baseURL: ({ baseURL }: { baseURL: string | undefined }, use: (url: string | undefined) => Promise<void>) =>
    use(baseURL?.replace('127.0.0.1', 'localhost')),
}

/** Gives a page an authenticator that keeps passkeys and says yes by itself. */
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
