import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { AppLogo } from '../open-apps/public/app-logo.tsx'
import './app-tiles.css'

type AppTilesProps = { label: string; apps: readonly PortalApp[]; onOpen: (app: PortalApp) => void }

/** Applications as tiles, four in a row of a phone. */
export const AppTiles = ({ label, apps, onOpen }: AppTilesProps) => (
  <ul className="app-tiles" aria-label={label}>
    {apps.map((app) => (
      <li key={app.id}>
        <button type="button" onClick={() => onOpen(app)}>
          <AppLogo name={app.name} logo={app.logo} />
          <span className="app-tile-name">{app.name}</span>
        </button>
      </li>
    ))}
  </ul>
)
