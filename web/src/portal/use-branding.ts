import { useSiteTitle } from '../shared/entry/site-title.ts'
import { useSession } from './use-session.ts'

/** Title and accent of the user's company, or else of the platform. */
export const useBranding = () => {
  const { branding } = useSession()
  const platform = useSiteTitle()
  return { title: branding.title || (platform ?? ''), theme: branding.theme, logo: branding.logo }
}
