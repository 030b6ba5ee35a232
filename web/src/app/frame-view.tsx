import { t } from '../ui/texts.ts'
import './frame-view.css'
import { ExternalLink } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { usePage } from '../kernel/page/page-context.ts'
import { PlainButton } from '../ui/plain-button.tsx'

/** Scripts and its own origin together would let a page of our own origin escape its sandbox (docs/decisions/0023). */
const sandboxPermissions = (address: string) =>
  new URL(address).origin === location.origin
    ? 'allow-scripts allow-forms'
    : 'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin'

/** Whether the content security policy blocks this origin, as it was issued before the menu was added. */
const useBlocked = (address: string) => {
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    const handleViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && new URL(address).origin.startsWith(blockedURI)) setBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', handleViolation)
    return () => document.removeEventListener('securitypolicyviolation', handleViolation)
  }, [address])
  return blocked
}

const FrameView = ({ address }: { address: string }) => {
  const { title } = usePage()
  const blocked = useBlocked(address)
  return (
    <section className="frame-view">
      <p className="frame-view-bar">
        <span className="frame-view-address">{new URL(address).host}</span>
        <a href={address} target="_blank" rel="noopener noreferrer">
          {t('在新标签页打开')}
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      </p>
      {blocked ? (
        <div className="frame-view-blocked" role="status">
          <p>{t('该页面为新增页面，刷新控制台后显示')}</p>
          <PlainButton kind="primary" onClick={() => location.reload()}>
            {t('刷新控制台')}
          </PlainButton>
        </div>
      ) : (
        <iframe
          className="frame-view-page"
          title={title}
          src={address}
          sandbox={sandboxPermissions(address)}
          referrerPolicy="no-referrer"
        />
      )}
    </section>
  )
}

/** Returns a page component that shows an external address in a frame. */
export const createFrameView =
  (address: string): ComponentType =>
  () => <FrameView address={address} />
