import { Tooltip } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import './ellipsis-text.css'

/** Single-line text, truncated with an ellipsis and shown in full in a tooltip. */
export const EllipsisText = ({
  children,
  full,
  mono = false,
}: {
  children: string
  full?: ReactNode
  mono?: boolean
}) => {
  const line = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const cut = () => line.current !== null && line.current.scrollWidth > line.current.clientWidth
  return (
    <Tooltip
      arrow={false}
      classNames={{ root: 'ellipsis-text-whole' }}
      title={full ?? children}
      open={open}
      onOpenChange={(wanted) => setOpen(wanted && (full !== undefined || cut()))}
    >
      <span ref={line} className={mono ? 'ellipsis-text ellipsis-text-mono' : 'ellipsis-text'}>
        {children}
      </span>
    </Tooltip>
  )
}
