import { Layers, Settings } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type ListPanelProps, type ListToolProps, listTools } from './list-preferences.ts'

/**
 * Column settings and saved views of a list. Returns the buttons and the panel; the panel contains forms, so it must be
 * rendered outside the search form.
 */
export const useListTools = (of: Omit<ListPanelProps, 'beside' | 'onClose'>): [ReactNode, ReactNode] => {
  const beside = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState<ListToolProps['tool']>()
  const toggle = (panel: typeof open) => setOpen(open === panel ? undefined : panel)
  const { Panel } = listTools()
  const buttons = (
    <span ref={beside} className="list-tools">
      <Button
        aria-label="列设置"
        title="列设置"
        aria-expanded={open === 'columns'}
        icon={<Settings aria-hidden size={14} />}
        onClick={() => toggle('columns')}
      />
      <Button aria-expanded={open === 'views'} icon={<Layers aria-hidden size={14} />} onClick={() => toggle('views')}>
        视图
      </Button>
    </span>
  )
  const panel = open && (
    <Suspense>
      <Panel tool={open} {...of} beside={beside} onClose={() => setOpen(undefined)} />
    </Suspense>
  )
  return [buttons, panel]
}
