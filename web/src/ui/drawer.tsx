import { Drawer as KitDrawer } from 'antd'
import type { ReactNode } from 'react'
import './drawer.css'

type DrawerProps = {
  title: string
  open: boolean
  /** Asked for by ×, Esc or a click outside; the owner decides. */
  onClose: () => void
  /** The closing movement is over: the owner may forget the drawer. */
  onClosed: () => void
  /** 500 px unless said otherwise (spec §9); the whole width on a phone. */
  width?: 500 | 600 | 720
  footer?: ReactNode
  children: ReactNode
}

/** A panel at the right edge that traps focus and gives it back. */
export const Drawer = ({ title, open, onClose, onClosed, width = 500, footer, children }: DrawerProps) => (
  <KitDrawer
    title={title}
    open={open}
    size={`min(100vw, ${width}px)`}
    onClose={onClose}
    afterOpenChange={(nowOpen) => {
      if (!nowOpen) onClosed()
    }}
    destroyOnHidden
    rootClassName="drawer"
    footer={footer}
  >
    {children}
  </KitDrawer>
)
