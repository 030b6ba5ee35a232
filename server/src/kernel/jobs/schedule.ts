import type { AnyJob } from './define-job.ts'

type Ports = {
  /** Queues a run, unless one has been queued in the current slot of a given number of seconds. */
  queue(name: string, slotSeconds: number): Promise<unknown>
  /** Names of schedules that are paused. */
  paused(): Promise<ReadonlySet<string>>
  onError(error: unknown): void
}

/**
 * Queues what is due, shortly after each minute has begun, so that nodes whose clocks differ a little mean the same
 * one. Takes the length of a minute.
 * @returns a function that stops it after the current minute's work
 */
export const startSchedule = ({ queue, paused, onError }: Ports, jobs: readonly AnyJob[], minuteMs: number) => {
  let timer: NodeJS.Timeout
  let running: Promise<unknown> = Promise.resolve()
  const queueDue = async (now: number) => {
    const due = jobs.filter(({ schedule }) => schedule && (now - (schedule.minute ?? 0)) % schedule.everyMinutes === 0)
    if (due.length === 0) return
    const resting = await paused()
    const going = due.filter(({ name }) => !resting.has(name))
    await Promise.all(
      going.map(({ name, schedule }) => queue(name, ((schedule?.everyMinutes ?? 0) * minuteMs) / 1000).catch(onError)),
    )
  }
  const wait = () => {
    const pause = minuteMs - (Date.now() % minuteMs) + minuteMs / 12
    timer = setTimeout(() => {
      running = queueDue(Math.floor(Date.now() / minuteMs)).catch(onError)
      wait()
    }, pause)
    timer.unref()
  }
  wait()
  return async () => {
    clearTimeout(timer)
    await running
  }
}
