import { agentName } from './agent-name.ts'
import { EllipsisText } from './ellipsis-text.tsx'
import { t } from './texts.ts'

/** An IP address with its area, if known. */
export const placeText = ({ ip, area }: { ip: string; area: string }): string => [ip, area].filter(Boolean).join(' · ')

/** Same, truncated to one line. */
export const PlaceText = (place: { ip: string; area: string }) => <EllipsisText>{placeText(place)}</EllipsisText>

/** Browser or program; the full user agent in a tooltip. */
export const DeviceText = ({ agent, deviceName = '' }: { agent: string; deviceName?: string }) => (
  <EllipsisText full={agent || t('未知设备')}>{deviceName || agentName(agent)}</EllipsisText>
)
