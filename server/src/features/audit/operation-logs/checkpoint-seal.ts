import type { Checkpoint, chainFaults } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { isAttested } from '../../../kernel/secrets.ts'

/** The signed text of a checkpoint, which covers all fields. */
export const checkpointText = ({ company, after, seq, hash, root, time }: Omit<Checkpoint, 'signature'>): string =>
  ['atrium-checkpoint-1', company, after, seq, hash, root, time].join('\n')

/** Whether the checkpoint carries a valid signature of one of these keys. */
export const isSigned = (publicKeys: readonly string[], checkpoint: Checkpoint): boolean => {
  const [text, signature] = [checkpointText(checkpoint), Buffer.from(checkpoint.signature, 'hex')]
  return publicKeys.some((publicKey) => isAttested(publicKey, text, signature))
}

/**
 * A checkpoint with the hash found in the log; null if the row does not exist. That of an archived row may be known to its
 * segment's file alone.
 */
export type ComparedCheckpoint = Checkpoint & { found: string | null; isArchived: boolean }
/** A range of rows that do not match a checkpoint. */
export type ChainDifference = { seq: number; last: number; fault: (typeof chainFaults)[number] }

/**
 * Finds the first rows of one company's log that do not match its checkpoints; undefined if all match. Takes the
 * signing keys, the checkpoints, oldest first, and the last row already known to be intact.
 */
export const findFirstDifference = (
  publicKeys: readonly string[],
  checkpoints: readonly ComparedCheckpoint[],
  verifiedSeq = 0,
): ChainDifference | undefined => {
  let lastVerified = verifiedSeq
  for (const checkpoint of checkpoints) {
    const { seq, hash, found, isArchived } = checkpoint
    if (!isSigned(publicKeys, checkpoint)) return { seq, last: seq, fault: 'unsigned' }
    if (found !== hash && !(isArchived && found === null))
      return { seq: lastVerified + 1, last: seq, fault: found === null ? 'cut' : 'rewritten' }
    lastVerified = seq
  }
  return undefined
}
