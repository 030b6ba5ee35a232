import { EllipsisText } from './ellipsis-text.tsx'

/** The beginning of a trace id, enough to tell rows apart; the whole of it is shown to whoever points at it. */
export const ShortTraceId = ({ children }: { children: string }) => (
  <EllipsisText mono full={children}>
    {children.slice(0, 8)}
  </EllipsisText>
)
