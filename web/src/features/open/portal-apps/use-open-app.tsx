import type { PortalApp, SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { useRef } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { scopeNames } from '../../../shared/open/scope-names.ts'
import { useConfirm } from '../../../ui/confirm.tsx'

const { apps, login, consent } = portalAppsContract

/** The tab in which an application opens. Opened at the press itself, as browsers refuse it later. */
const newTab = ({ openMode }: PortalApp) => {
  const tab = openMode === 'blank' ? window.open('about:blank') : null
  // The application must not reach the console.
  if (tab) tab.opener = null
  return {
    go: (url: string) => (tab ? tab.location.replace(url) : window.location.assign(url)),
    close: () => tab?.close(),
  }
}

/** Opens applications, after asking for the consent they need. Returns a function and the dialog to render once. */
export const useOpenApp = () => {
  const [ask, question] = useConfirm()
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
        return allow(app, needed.scopes)
      }
      if (url !== null) tab.go(url)
      void invalidate(apps)
    } catch {
      // `call` has shown the failure.
      tab.close()
    } finally {
      running.current = false
    }
  }
  const allow = (app: PortalApp, scopes: SsoScope[]) =>
    ask({
      title: `授权“${app.name}”？`,
      body: `该应用由“${app.company}”提供，登录时将获取您的${['姓名', ...scopes.map((scope) => scopeNames[scope])].join('、')}。`,
      confirm: '授权并打开',
      run: async () => {
        const tab = newTab(app)
        try {
          await call(consent, { body: { appId: app.id, on: true, scopes } }, { silentSuccess: true })
          const { url } = await call(login, { body: { appId: app.id } })
          if (url === null) tab.close()
          else tab.go(url)
          void invalidate(apps)
        } catch (error) {
          tab.close()
          throw error
        }
      },
    })
  return [open, question] as const
}
