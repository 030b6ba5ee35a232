import './ellipsis-text.css'

/** Single-line text, truncated with an ellipsis; pointing at it shows it in full, or what `full` says. */
export const EllipsisText = ({ children, full, mono = false }: { children: string; full?: string; mono?: boolean }) => (
  <span
    className={mono ? 'ellipsis-text ellipsis-text-mono' : 'ellipsis-text'}
    title={full}
    onPointerEnter={({ currentTarget }) => {
      if (full !== undefined) return
      const isCut = currentTarget.scrollWidth > currentTarget.clientWidth
      if (isCut) currentTarget.title = children
      else currentTarget.removeAttribute('title')
    }}
  >
    {children}
  </span>
)
