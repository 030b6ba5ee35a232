import type { AnyJob } from './define-job.ts'

type Ports = {
  /** Queues a run, unless one has been queued in the current slot of a given number of seconds. */
  queue(name: string, slotSeconds: number): Promise<unknown>
  onError(error: unknown): void
}

/**
 * Queues what is due, shortly after each minute has begun, so that nodes whose clocks differ a little mean the same
 * one. Takes the length of a minute.
 * @returns a function that stops it after the current minute's work
 */
export const startSchedule = ({ queue, onError }: Ports, jobs: readonly AnyJob[], minuteMs: number) => {
  let timer: NodeJS.Timeout
  let running: Promise<unknown> = Promise.resolve()
  const queueDue = (now: number) => {
    const due = jobs.flatMap(({ name, schedule }) => {
      if (!schedule || (now - (schedule.minute ?? 0)) % schedule.everyMinutes !== 0) return []
      return queue(name, (schedule.everyMinutes * minuteMs) / 1000).catch(onError)
    })
    return Promise.all(due)
  }
  const wait = () => {
    const pause = minuteMs - (Date.now() % minuteMs) + minuteMs / 12
    timer = setTimeout(() => {
      running = queueDue(Math.floor(Date.now() / minuteMs))
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
