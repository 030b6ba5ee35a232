import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { PopupAnchor } from '../../ui/popup-menu.tsx'
import { t } from '../../ui/texts.ts'
import { Can } from '../access/can.tsx'
import type { ExportMenuProps } from './export-menu.tsx'

const ExportMenu = lazy(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }))

type ExportButtonProps = ExportMenuProps & {
  endpoint: Endpoint
  /** Where there is no room for its name. */
  iconOnly?: boolean
}

/** 导出 with the choice of a file, if the user may. */
export const ExportButton = ({ endpoint, iconOnly = false, ...menu }: ExportButtonProps) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  return (
    <Can endpoint={endpoint}>
      <Button
        icon={<Download aria-hidden size={14} />}
        {...(iconOnly && { 'aria-label': t('导出'), title: t('导出') })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        {!iconOnly && t('导出')}
      </Button>
      {anchor && (
        <Suspense>
          <ExportMenu {...menu} anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </Can>
  )
}
