import type { Checkpoint, chainFaults } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { isAttested } from '../../kernel/secrets.ts'

/** What is signed of a checkpoint: all of it. */
export const checkpointText = ({ company, after, seq, hash, root, time }: Omit<Checkpoint, 'signature'>): string =>
  ['atrium-checkpoint-1', company, after, seq, hash, root, time].join('\n')

/** Whether a checkpoint was signed with that key, and says what it said then. */
export const isSigned = (publicKey: string, checkpoint: Checkpoint): boolean =>
  isAttested(publicKey, checkpointText(checkpoint), Buffer.from(checkpoint.signature, 'hex'))

/** A checkpoint beside what the log has at its place; null where it has no such row. */
export type Compared = Checkpoint & { found: string | null }
/** Rows of a chain that are not what they were. */
export type Differing = { seq: number; last: number; fault: (typeof chainFaults)[number] }

/**
 * The first rows of one company’s log that are not what its checkpoints say. In: the key they must be signed with, and
 * the checkpoints, oldest first, and up to which row the log is known to hold. Undefined where all of them hold.
 */
export const firstDiffering = (
  publicKey: string,
  checkpoints: readonly Compared[],
  known = 0,
): Differing | undefined => {
  let held = known
  for (const checkpoint of checkpoints) {
    const { seq, hash, found } = checkpoint
    if (!isSigned(publicKey, checkpoint)) return { seq, last: seq, fault: 'unsigned' }
    if (found !== hash) return { seq: held + 1, last: seq, fault: found === null ? 'cut' : 'rewritten' }
    held = seq
  }
  return undefined
}
