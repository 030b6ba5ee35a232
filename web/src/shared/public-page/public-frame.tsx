import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { type ReactNode, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../kernel/api/use-read.ts'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { applyAccent } from '../../ui/accent.ts'
import { BrandMark } from '../../ui/brand.tsx'
import { SiteFooter } from '../../ui/site-footer.tsx'
import { t } from '../../ui/texts.ts'
import './public-frame.css'

const forever = { staleTime: Number.POSITIVE_INFINITY, toasts: false }

type PublicFrameProps = {
  title: string
  /** Undefined on pages whose visitors have no account. */
  signIn?: string
  children: ReactNode
}

/** Frame of the public pages: whose they are, and the way to sign in. */
export const PublicFrame = ({ title, signIn, children }: PublicFrameProps) => {
  const { data: site } = useRead(systemSettingsContract.subject, {}, forever)
  const { theme = null, logo = '' } = site ?? {}
  useLayoutEffect(() => applyAccent(theme), [theme])
  useDocumentTitle(title, site?.title)
  return (
    <div className="public-page">
      <header className="public-page-head">
        {logo ? <img src={logo} alt="" height={28} /> : <BrandMark />}
        <strong>{site?.title}</strong>
        {signIn && <Link to={signIn}>{t('登录')}</Link>}
      </header>
      <main className="public-page-main">{children}</main>
      <SiteFooter site={site} className="public-page-foot" />
    </div>
  )
}
