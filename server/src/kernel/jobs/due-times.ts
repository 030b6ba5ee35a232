import type { StoredSchedule } from './schedules.repository.ts'

/** Every `everyMinutes` minutes, in the one that leaves the remainder `minute`, counted from 1970. */
export type DueMinutes = { everyMinutes: number; minute: number }

const minuteMs = 60_000

/** The minute at which work was last due, and the next one. Takes a time in ms since 1970. */
export const dueTimes = ({ everyMinutes, minute }: DueMinutes, now: number): { last: number; next: number } => {
  const minutes = Math.floor(now / minuteMs)
  const last = minutes - ((((minutes - minute) % everyMinutes) + everyMinutes) % everyMinutes)
  return { last: last * minuteMs, next: (last + everyMinutes) * minuteMs }
}

/** For how many seconds a schedule has been late: it was due and has not run since. 0 while it is paused. */
export const secondsOverdue = (schedule: StoredSchedule, now: number): number => {
  const { last } = dueTimes(schedule, now)
  const since = Date.parse(schedule.startedAt ?? schedule.knownAt)
  // A run that began just before is the one that was due; so is one that a clock behind this one wrote down.
  return schedule.pausedAt !== null || since >= last - minuteMs ? 0 : Math.max(0, Math.floor((now - last) / 1000))
}
