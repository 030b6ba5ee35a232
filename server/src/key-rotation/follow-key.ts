import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../kernel/db/database.ts'
import type { Keyring } from '../kernel/secrets.ts'
import { replacedKey } from '../secret-key.ts'
import { finishRotation } from './finish-rotation.ts'

const defaultPauseMs = 5000
/** The work is given up by a process that is gone for half a minute. */
const roundsUntilTaken = 6

export type FollowOptions = {
  database: Database
  keyring: Keyring
  ownerUrl: string
  /** Learns of a finished rotation, and of what failed. */
  onFinished(): void
  onError(error: unknown): void
  /** Called once when the installation has turned to a key that is not held: nothing may be written any more. */
  onLost(error: Error): void
  pauseMs?: number
  settleSeconds?: number
}

/**
 * Turns a running node to the key that the installation is written with, and finishes a rotation that no other process
 * works on.
 * @returns a function that ends it
 */
export const followKey = (options: FollowOptions): (() => Promise<void>) => {
  const { database, keyring, ownerUrl, onFinished, onError, onLost, pauseMs = defaultPauseMs, settleSeconds } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const held = keyring.publicKeys.length
  const first = keyring.presentKey()

  const readKey = async (): Promise<string> => {
    const { rows } = await database.statement({ text: 'select present_key() as key', values: [] })
    return rows[0]?.key ?? keyring.presentKey()
  }
  const isDone = async (): Promise<boolean> =>
    held > 1 && finishRotation(ownerUrl, keyring, { signal, ...(settleSeconds !== undefined && { settleSeconds }) })

  const follow = async () => {
    for (let round = 0; !signal.aborted; round += 1) {
      try {
        const present = await readKey()
        if (!keyring.turnTo(present)) return onLost(new Error(replacedKey(first, present)))
        if (round % roundsUntilTaken === 0 && (await isDone())) onFinished()
      } catch (error) {
        if (!signal.aborted) onError(error)
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const following = follow()
  return () => {
    stopping.abort()
    return following
  }
}
