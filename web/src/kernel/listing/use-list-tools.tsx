import { Layers, Settings } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type ListPanelProps, type ListToolProps, listTools } from './arrangement.ts'

/**
 * How a person arranges a list for himself: its columns, and what he asks it for again and again.
 * Out: the buttons, and what they open, which has forms of its own and so stands outside that of the search.
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
