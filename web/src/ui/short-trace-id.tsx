import { EllipsisText } from './ellipsis-text.tsx'

/** Shortened trace id, enough to distinguish rows; the full one in a tooltip. */
export const ShortTraceId = ({ children }: { children: string }) => (
  <EllipsisText mono full={children}>
    {children.slice(0, 8)}
  </EllipsisText>
)
