import { useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import { rememberSidebar, wasSidebarOpen } from '../sidebar-cookie.ts'

/**
 * The sidebar's state: on a desk open or collapsed, and remembered; on a small screen an overlay that starts closed
 * (spec §2).
 */
export const useSidebar = () => {
  const mobile = useMedia('(width < 992px)')
  const [open, setOpen] = useState(wasSidebarOpen)
  const [overlay, setOverlay] = useState(false)
  const toggle = () => {
    if (mobile) return setOverlay(!overlay)
    rememberSidebar(!open)
    setOpen(!open)
  }
  return { mobile, open: mobile ? overlay : open, toggle, close: () => setOverlay(false) }
}
