import { Download, Image, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { type PopupAnchor, PopupMenu } from '../popup-menu.tsx'
import { t } from '../texts.ts'

export type SaveAs = 'svg' | 'png' | 'print'

/** Saves or prints a drawing. `header`: what of it. */
export const SaveMenu = ({ header, onSave }: { header?: string; onSave: (as: SaveAs) => void }) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  return (
    <>
      <Button
        icon={<Download aria-hidden size={14} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        {t('导出')}
      </Button>
      {anchor && (
        <PopupMenu
          label={t('导出')}
          anchor={anchor}
          align="end"
          header={header}
          sections={[
            {
              items: [
                { label: t('SVG 矢量图（.svg）'), icon: <Image size={16} />, onPick: () => onSave('svg') },
                { label: t('PNG 图片（.png）'), icon: <Image size={16} />, onPick: () => onSave('png') },
                { label: t('打印'), icon: <Printer size={16} />, onPick: () => onSave('print') },
              ],
            },
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}
