import type { Database } from '../db/database.ts'
import type { AnyJob } from './define-job.ts'
import { RunEnded } from './run-ended.ts'
import { schedulesRepository } from './schedules.repository.ts'

/** Triggers that much wakes run more often than they are due: their runs are written down no more often than that. */
const pauseMs = 20_000

type Ports = { database: Database; onError(error: unknown): void }

/**
 * Writes down when scheduled work has last run, and why it failed.
 * @returns what runs work of a schedule, or of none
 */
export const createRunNotes = ({ database, onError }: Ports) => {
  const last = new Map<string, { at: number; isFailed: boolean }>()
  const note = async (name: string, startedAt: number, problem: string | null) => {
    const now = performance.now()
    const known = last.get(name)
    const isFailed = problem !== null
    if (known && now - known.at < pauseMs && known.isFailed === isFailed) return
    last.set(name, { at: now, isFailed })
    await schedulesRepository.noteRun(database, { name, seconds: (now - startedAt) / 1000, problem }).catch(onError)
  }
  return async <T>({ name, schedule }: AnyJob, run: () => Promise<T>): Promise<T> => {
    if (!schedule) return run()
    const startedAt = performance.now()
    try {
      const result = await run()
      await note(name, startedAt, null)
      return result
    } catch (error) {
      if (!(error instanceof RunEnded))
        await note(name, startedAt, error instanceof Error ? error.message : String(error))
      throw error
    }
  }
}
export type NoteRun = ReturnType<typeof createRunNotes>
