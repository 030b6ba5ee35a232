import { t } from './texts.ts'
import './entrance.css'
import { type ReactNode, useLayoutEffect } from 'react'
import { type Accent, applyAccent } from './accent.ts'
import { BrandMark } from './brand.tsx'
import arches from './brand-arches.svg'
import { PlainButton } from './plain-button.tsx'
import { SiteFooter } from './site-footer.tsx'

/** Public information on the platform, for users who are not signed in. */
type Site = { title: string; copyright: string; icp: string; logo: string; bg: string; theme: Accent }
type Props = {
  /** undefined while loading. */
  site: Site | undefined
  heading: string
  lead?: string | undefined
  /** Set when the platform's information could not be loaded: retry. */
  unreachable?: { busy: boolean; onRetry: () => void } | undefined
  children: ReactNode
}

/** Layout of the pages without a session: sign-in, registration, password recovery. */
export const Entrance = ({ site, heading, lead, unreachable, children }: Props) => {
  const { theme = null, bg = '', logo = '' } = site ?? {}
  useLayoutEffect(() => applyAccent(theme), [theme])
  return (
    <div className="entrance">
      <aside
        className="entrance-brand"
        aria-hidden="true"
        style={bg ? { background: `light-dark(${bg}, color-mix(in srgb, ${bg} 60%, #000))` } : undefined}
      >
        <img className="entrance-arches" src={arches} alt="" />
      </aside>
      <main className="entrance-main">
        <div className="entrance-card">
          <div className="entrance-title">
            {logo ? <img className="entrance-logo" src={logo} alt="" /> : <BrandMark size={36} />}
            <span>{site?.title}</span>
          </div>
          <h1 className="entrance-heading">{heading}</h1>
          {lead && (
            <p className="entrance-lead" role="status">
              {lead}
            </p>
          )}
          {unreachable && (
            <div className="entrance-unreachable" role="alert">
              <p>{t('暂时无法连接服务器')}</p>
              <PlainButton busy={unreachable.busy} onClick={unreachable.onRetry}>
                {t('重试')}
              </PlainButton>
            </div>
          )}
          {children}
        </div>
        <SiteFooter site={site} className="entrance-footer" />
      </main>
    </div>
  )
}
