import './usage-meter.css'

type Props = { label: string; used: number; limit: number; level: 'near' | 'full' | undefined }

/** How much of a limit is used, as a bar that warns when it is nearly or fully used. */
export const UsageMeter = ({ label, used, limit, level }: Props) => (
  <meter className="usage-meter" data-level={level} aria-label={label} value={used} max={limit} />
)
