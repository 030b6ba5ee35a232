import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { OutsidePage } from '../features/identity/sign-in/outside-page.tsx'
import { inAppPath } from '../kernel/page/in-app-path.ts'
import { pageLeft } from '../kernel/page/leave-to.ts'
import { basename, paths } from './paths.ts'

/** Those who came from there go back. */
const portal = '/portal/'
const landingPage = async () => (await import('./console-loaders.ts')).landingPage()
const securityPage = async () => (await import('./shell-session.ts')).securityEntry.path

/** Where an identity provider sends people back to: signs them in, or links their account. */
export const OutsideRoute = () => {
  const navigate = useNavigate()
  const { provider = '' } = useParams()
  // The code in the address is of use once; it does not stay in the history.
  const [params] = useState(() => {
    const found = Object.fromEntries(new URLSearchParams(location.search))
    history.replaceState(history.state, '', location.pathname)
    return found
  })
  const enter = async (page: string, otherwise: () => string | Promise<string>) => {
    if (page.startsWith(portal)) return location.replace(page)
    const target = inAppPath(page.startsWith(basename) ? page.slice(basename.length) : '')
    await navigate(target ?? (await otherwise()), { replace: true })
  }
  return (
    <OutsidePage
      answer={{ provider, params }}
      onSignedIn={(returnTo) => void enter(returnTo, landingPage)}
      onBack={() => void enter(pageLeft(), paths.signIn)}
      onLinkEnded={() => void enter(pageLeft(), securityPage)}
    />
  )
}
