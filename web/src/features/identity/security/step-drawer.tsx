import type { ReactNode } from 'react'
import type { DrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { Drawer } from '../../../ui/drawer.tsx'

type Props = { title: string; exit: DrawerExit; onClosed: () => void; foot: ReactNode; children: ReactNode }

/** A drawer that stays open across steps. */
export const StepDrawer = ({ title, exit, onClosed, foot, children }: Props) => (
  <Drawer
    title={title}
    open={exit.open}
    onClose={exit.tryClose}
    onClosed={onClosed}
    footer={<div className="security-foot">{foot}</div>}
  >
    {children}
    {exit.question}
  </Drawer>
)
