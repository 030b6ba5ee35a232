/**
 * What owners of applications are notified of by itself: failures, quotas, secrets, APIs that end, and calls that stay
 * away.
 */
export const alarmKinds = ['errors', 'quota', 'secret', 'idle', 'deprecated'] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** The event of an alarm, whose entity is the application. */
export const alarmEvent = (kind: AlarmKind) => `openAppAlarm.${kind}` as const
export const alarmEvents = alarmKinds.map(alarmEvent)
