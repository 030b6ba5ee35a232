import { agentName } from '../../ui/agent-name.ts'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'

/** An address and, where it is known, the place it belongs to. */
export const placeText = ({ ip, area }: { ip: string; area: string }): string => [ip, area].filter(Boolean).join(' · ')

/** The same on one line. */
export const PlaceText = (place: { ip: string; area: string }) => <EllipsisText>{placeText(place)}</EllipsisText>

/** The browser or program somebody used; all that it said about itself in a tooltip. */
export const DeviceText = ({ agent, deviceName = '' }: { agent: string; deviceName?: string }) => (
  <EllipsisText full={agent || '未知设备'}>{deviceName || agentName(agent)}</EllipsisText>
)
