import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { useCan } from '../../../kernel/access/use-can.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { t } from '../../../ui/texts.ts'
import { Decision } from './decision.tsx'
import { OwnExplanation } from './own-explanation.tsx'

type ExplainDrawerProps = {
  traceId: string
  /** The address of a denied page. */
  address?: string
  onClosed: () => void
  /** Further actions for the trace id. */
  children?: ReactNode
}

/** Why a call was denied: the full explanation with the right to it, otherwise the user's own one. */
export const ExplainDrawer = ({ traceId, address, onClosed, children }: ExplainDrawerProps) => {
  const [open, setOpen] = useState(true)
  const canExplain = useCan(explainContract.explain)
  const { pathname } = useLocation()
  const [openedAt] = useState(pathname)
  const own = <OwnExplanation traceId={traceId} address={address} />
  return (
    <Drawer
      title={t('无访问权限')}
      width={600}
      open={open && pathname === openedAt}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      {canExplain ? <Decision traceId={traceId} fallback={own} /> : own}
      {children}
    </Drawer>
  )
}
