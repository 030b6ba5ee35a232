import { setTimeout as sleep } from 'node:timers/promises'
import { signCheckpointsAgain, signSegmentsAgain } from '../features/audit/operation-logs/index.ts'
import { asOwner, type OwnerConnection } from '../kernel/db/as-owner.ts'
import {
  finishKeyRotation,
  leaseKeyRotation,
  noteResealed,
  releaseKeyRotation,
  secondsOfRotation,
} from '../kernel/db/key-rotations.ts'
import type { Keyring } from '../kernel/secrets.ts'
import { sealAllAgain } from './seal-again.ts'

/**
 * Longer than a node takes to learn of a rotation, and a transaction that sealed before to end: what is looked through after
 * it holds nothing that is still to come.
 */
const defaultSettleSeconds = 30
const noteEveryMs = 2000

export type FinishOptions = {
  signal: AbortSignal
  /** Learns how many values were sealed or signed again since the rotation was taken up. */
  onProgress?(changed: number): void
  settleSeconds?: number
}

const work = async (client: OwnerConnection, keyring: Keyring, options: FinishOptions): Promise<void> => {
  const { signal, onProgress, settleSeconds = defaultSettleSeconds } = options
  const next = keyring.presentKey()
  let [changed, noted, notedAt] = [0, 0, performance.now()]
  const note = async () => {
    await noteResealed(client, next, changed - noted)
    noted = changed
    notedAt = performance.now()
    onProgress?.(changed)
  }
  const onStep = async (count: number) => {
    changed += count
    if (performance.now() - notedAt >= noteEveryMs) await note()
  }
  for (;;) {
    const [before, elapsed] = [changed, await secondsOfRotation(client, next)]
    if (elapsed === undefined) return
    await signCheckpointsAgain(client, keyring, signal, onStep)
    await signSegmentsAgain(client, keyring, signal, onStep)
    await sealAllAgain(client, keyring, signal, onStep)
    await note()
    if (changed > before) continue
    if (elapsed >= settleSeconds) return void (await finishKeyRotation(client, next))
    await sleep(Math.min(noteEveryMs, 1000 * (settleSeconds - elapsed)), undefined, { signal })
  }
}

/**
 * Seals and signs again, under the present key, what the other held key has, until nothing is left. Any process may end at
 * any point; another goes on. Takes the owner's address.
 * @returns false if no rotation to the present key is under way, or another process works on it
 */
export const finishRotation = (ownerUrl: string, keyring: Keyring, options: FinishOptions): Promise<boolean> =>
  asOwner(ownerUrl, async (client) => {
    if (!(await leaseKeyRotation(client, keyring.presentKey()))) return false
    try {
      await work(client, keyring, options)
    } catch (error) {
      await releaseKeyRotation(client, keyring.presentKey()).catch(() => undefined)
      throw error
    }
    return true
  })
