import { useSiteTitle } from '../shared/entry/site-title.ts'
import { isChinese, t } from '../ui/texts.ts'
import { useSession } from './use-session.ts'

/** What is titled 管理控制台 there is 门户 here. */
const portalTitle = (title: string): string => {
  const name = title.replace(/\s*(?:管理)?(?:控制台|后台)$/, '')
  if (/门户$/.test(name)) return name
  return t('{name}门户', { name: isChinese && /\w$/.test(name) ? `${name} ` : name })
}

/** Title of the portal, and accent of the user's company, or else of the platform. */
export const useBranding = () => {
  const { branding } = useSession()
  const platform = useSiteTitle()
  return { title: portalTitle(branding.title || (platform ?? '')), theme: branding.theme, logo: branding.logo }
}
