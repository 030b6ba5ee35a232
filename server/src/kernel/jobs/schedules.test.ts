import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createJobStage, type JobStage } from '../../../test/job-stage.ts'
import { defineTrigger } from './define-job.ts'
import { dueTimes, secondsOverdue } from './due-times.ts'
import { type StoredSchedule, schedulesRepository } from './schedules.repository.ts'

const minute = 60_000
const at = (text: string) => Date.parse(`2026-11-29T${text}Z`)
const stored: StoredSchedule = {
  name: 'stones.weigh',
  title: '称重',
  everyMinutes: 60,
  minute: 11,
  knownAt: '2026-11-01T00:00:00Z',
  startedAt: null,
  endedAt: null,
  problem: null,
  pausedAt: null,
}

describe('a time', () => {
  it('is due in every minute with the remainder, and not before', () => {
    const hourly = { everyMinutes: 60, minute: 11 }
    expect(dueTimes(hourly, at('10:11:00'))).toEqual({ last: at('10:11:00'), next: at('11:11:00') })
    expect(dueTimes(hourly, at('10:10:59'))).toEqual({ last: at('09:11:00'), next: at('10:11:00') })
    expect(dueTimes({ everyMinutes: 1, minute: 0 }, at('10:10:59'))).toEqual({
      last: at('10:10:00'),
      next: at('10:11:00'),
    })
  })
  it('is late when nothing has run since, unless it is paused or has just become known', () => {
    const now = at('10:41:00')
    const late = (30 * minute) / 1000
    expect(secondsOverdue({ ...stored, startedAt: '2026-11-29T09:11:05Z' }, now)).toBe(late)
    expect(secondsOverdue(stored, now)).toBe(late)
    expect(secondsOverdue({ ...stored, startedAt: '2026-11-29T10:11:05Z' }, now)).toBe(0)
    expect(secondsOverdue({ ...stored, pausedAt: '2026-11-29T08:00:00Z' }, now)).toBe(0)
    expect(secondsOverdue({ ...stored, knownAt: '2026-11-29T10:20:00Z' }, now)).toBe(0)
  })
})

describe('what nodes write down', () => {
  let stage: JobStage
  beforeAll(async () => {
    stage = await createJobStage()
  })
  beforeEach(() => stage.reset())
  const read = async (name: string) =>
    (await schedulesRepository.list(stage.database)).find((schedule) => schedule.name === name)
  const weigh = (run: () => Promise<void>) =>
    defineTrigger({ name: 'stones.weigh', title: '称重', schedule: { everyMinutes: 1 }, run })

  it('is the last run, and why it failed', async () => {
    let isBroken = true
    const trigger = weigh(async () => {
      if (isBroken) throw new Error('the scale is broken')
    })
    await stage.startNode([trigger])
    await expect.poll(() => read(trigger.name)).toMatchObject({ title: '称重', problem: 'the scale is broken' })
    isBroken = false
    await expect.poll(() => read(trigger.name)).toMatchObject({ problem: null, startedAt: expect.any(String) })
  })
  it('lets a paused one rest, which goes on afterwards', async () => {
    let runs = 0
    const trigger = weigh(async () => {
      runs += 1
    })
    await stage.sql(`update schedules set paused_at = now() where name = 'stones.weigh'`)
    await stage.startNode([trigger])
    // Of another one, whose minutes pass meanwhile.
    const other = defineTrigger({ name: 'stones.count', schedule: { everyMinutes: 1 }, run: async () => undefined })
    await stage.startNode([other])
    await expect
      .poll(async () => (await stage.sql(`select from pgboss.job where name = 'stones.count'`)).length)
      .toBeGreaterThan(2)
    expect(runs).toBe(0)
    await stage.sql(`update schedules set paused_at = null where name = 'stones.weigh'`)
    await expect.poll(() => runs).toBeGreaterThan(0)
  })
})
