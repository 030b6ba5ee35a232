/** What somebody finds at the door of his company, as `door_of` says it (migration 0034). */
export type Door = 'open' | 'readOnly' | 'stopped' | 'suspended' | 'expired' | 'closing'

/** Why a door is closed, in the words of whoever stands before it; undefined where it is open. */
export const closedDoors: Readonly<Record<Door, string | undefined>> = {
  open: undefined,
  readOnly: undefined,
  stopped: '企业已停用',
  suspended: '企业服务已暂停，请联系平台',
  closing: '企业正在注销，请联系平台',
  expired: '企业服务已到期，请联系企业管理员续期',
}
