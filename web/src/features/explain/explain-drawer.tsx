import { explainContract } from '@atrium/contract/features/explain/explain.contract.ts'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { useCan } from '../../kernel/access/use-can.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Decision } from './decision.tsx'
import { OwnExplanation } from './own-explanation.tsx'

type ExplainDrawerProps = {
  traceId: string
  /** Of a page that was refused: where somebody wanted to go. */
  address?: string
  onClosed: () => void
  /** What can be done with the trace id besides. */
  children?: ReactNode
}

/** Why a call was refused: all of it for those who may know, the softened version for everybody else. */
export const ExplainDrawer = ({ traceId, address, onClosed, children }: ExplainDrawerProps) => {
  const [open, setOpen] = useState(true)
  const mayKnow = useCan(explainContract.explain)
  const { pathname } = useLocation()
  const [openedAt] = useState(pathname)
  const own = <OwnExplanation traceId={traceId} address={address} />
  return (
    <Drawer
      title="为什么被拒绝"
      width={600}
      open={open && pathname === openedAt}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      {mayKnow ? <Decision traceId={traceId} otherwise={own} /> : own}
      {children}
    </Drawer>
  )
}
