import type { Announcements } from '../../src/kernel/announcements.ts'
import type { TestApp } from '../harness.ts'
import { type Caller, createGrowthCast } from './growth-cast.ts'
import { createGrowthJudge } from './growth-judge.ts'
import { keepRows } from './growth-snapshot.ts'

/** Announcements through which a test drops what a node has cached of a company. */
export const createForgetting = () => {
  const listeners: ((message: string) => void)[] = []
  const announcements: Announcements = {
    publish: () => undefined,
    subscribe: (listener) => void listeners.push(listener),
    usage: () => undefined,
    close: () => undefined,
  }
  return {
    announcements,
    forget(companyId: string) {
      for (const listener of listeners) listener(`company:${companyId}`)
    },
  }
}

/** The cast in a company that is as before after each judged act. Takes an app, and what drops its cached rights. */
export const createGrowthStage = async (app: TestApp, forget: (companyId: string) => void) => {
  const cast = await createGrowthCast(app)
  const kept = await keepRows(app, cast.companyId)
  const judge = await createGrowthJudge(app, cast, kept)
  return {
    cast,
    seenByCaller: judge.seenByCaller,
    /** Faults of what a caller has done since the last time. Takes it back. */
    async settle(caller: Caller): Promise<string[]> {
      const touched = await kept.touched()
      if (touched.length === 0) return []
      const faults = await judge.faults(caller, touched)
      await kept.restore(touched)
      forget(cast.companyId)
      return faults
    },
  }
}
