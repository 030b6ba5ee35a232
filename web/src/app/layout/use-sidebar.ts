import { useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import { rememberSidebar, wasSidebarOpen } from '../sidebar-cookie.ts'

/**
 * State of the sidebar: on a desktop open or collapsed, and remembered; on a small screen an overlay that starts
 * closed.
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
