import type { PortalApp, SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { leaveTo } from '../../../kernel/page/leave-to.ts'
import { type AskedConsent, ConsentQuestion } from './consent-question.tsx'

const { apps, login, consent } = portalAppsContract

/** A second press within this time belongs to the first. */
const doublePressMs = 600

/** The tab in which an application opens. Opened at the press itself, as browsers refuse it later. */
const newTab = ({ openMode }: PortalApp) => {
  const tab = openMode === 'blank' ? window.open('about:blank') : null
  // The application must not reach the console.
  if (tab) tab.opener = null
  return {
    go: async (url: string) => {
      if (!tab) return leaveTo(url)
      tab.location.replace(url)
      await new Promise((resolve) => setTimeout(resolve, doublePressMs))
    },
    close: () => tab?.close(),
  }
}

/**
 * Allows an application what it asks for, and opens it.
 * @throws `CallError`
 */
const allowAndOpen = async (app: PortalApp, scopes: SsoScope[]): Promise<void> => {
  const tab = newTab(app)
  try {
    await call(consent, { body: { appId: app.id, on: true, scopes } }, { silentSuccess: true })
    const { url } = await call(login, { body: { appId: app.id } })
    void invalidate(apps)
    if (url === null) tab.close()
    else await tab.go(url)
  } catch (error) {
    tab.close()
    throw error
  }
}

/**
 * Opens applications, after asking for the consent they need.
 * @returns a function and the dialog to render once
 */
export const useOpenApp = () => {
  const [asked, ask] = useState<AskedConsent>()
  // Each opening issues a ticket: a double press opens once.
  const running = useRef(false)
  const open = async (app: PortalApp): Promise<void> => {
    if (running.current) return
    running.current = true
    const tab = newTab(app)
    try {
      const { url, consent: needed } = await call(login, { body: { appId: app.id } })
      if (needed) {
        tab.close()
        const { company, scopes } = needed
        ask({ app: app.name, company, scopes, allow: () => allowAndOpen(app, scopes) })
        return
      }
      void invalidate(apps)
      if (url !== null) await tab.go(url)
    } catch {
      // `call` has shown the failure.
      tab.close()
    } finally {
      running.current = false
    }
  }
  const question = asked && <ConsentQuestion asked={asked} onClosed={() => ask(undefined)} />
  return [open, question] as const
}
