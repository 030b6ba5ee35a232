import { Ellipsis } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'

/**
 * Tools of a toolbar; without room for them, behind 更多. Focus elsewhere and Esc close it. Tools keep what they have
 * opened when the room changes, as on a phone that is turned.
 */
export const MoreTools = ({ folded, children }: { folded: boolean; children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  const area = useRef<HTMLSpanElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and the tools inside are the controls
    <span
      ref={area}
      className={folded ? 'more-tools' : 'more-tools more-tools-spread'}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      onBlur={({ relatedTarget }) => area.current?.contains(relatedTarget) || setOpen(false)}
    >
      {folded && (
        <Button
          aria-label={t('更多')}
          title={t('更多')}
          aria-expanded={open}
          icon={<Ellipsis aria-hidden size={14} />}
          onClick={() => setOpen(!open)}
        />
      )}
      <span className="more-tools-list" hidden={folded && !open}>
        {children}
      </span>
    </span>
  )
}
