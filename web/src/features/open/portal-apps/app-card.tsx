import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { Star } from 'lucide-react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { AppLogo } from '../../../shared/open/app-logo.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import './own-apps.css'

const { apps, favorite } = portalAppsContract

/** One application, and whether it is a favourite. */
export const AppCard = ({ app, onOpen }: { app: PortalApp; onOpen: () => void }) => {
  const write = useWrite(favorite, { invalidates: [apps], silentSuccess: true })
  const mark = () => write.mutate({ body: { kind: 'app', id: app.id, on: !app.favorite } })
  return (
    <li className="own-app">
      <button type="button" className="own-app-open" onClick={onOpen}>
        <AppLogo name={app.name} logo={app.logo} />
        <span className="own-app-text">
          <span className="own-app-name">{app.name}</span>
          <span className="own-app-desc">{app.desc || app.company}</span>
        </span>
        {app.category && <Tag>{app.category}</Tag>}
      </button>
      <Button
        look="quiet"
        aria-label={`${app.favorite ? '取消收藏' : '收藏'}“${app.name}”`}
        icon={<Star size={16} fill={app.favorite ? 'currentColor' : 'none'} />}
        onClick={mark}
      />
    </li>
  )
}
