import { isAttested } from '../../../kernel/secrets.ts'
import type { ChainDifference } from './checkpoint-seal.ts'

/** A part of one company's log in a file: consecutive rows that whole checkpoints cover. */
export type Segment = {
  company: string
  first: number
  last: number
  firstTime: string
  lastTime: string
  /** Hash of the row before the first; empty for the first of the log. */
  prev: string
  /** Of the last row. */
  hash: string
  /** Of the file. */
  sha256: string
  size: number
}
/** Which rows a segment holds, by what its record and its file both say. */
const rangeFields = ['company', 'first', 'last', 'prev', 'hash'] as const
type Range = Pick<Segment, (typeof rangeFields)[number]>
/** Whether both hold the same rows. */
export const isSameRange = (one: Range, other: Range): boolean =>
  rangeFields.every((field) => one[field] === other[field])

export type SignedSegment = Segment & { signature: string }

/** The signed text of a segment, which covers all fields. */
export const segmentText = (segment: Segment): string => {
  const { company, first, last, firstTime, lastTime, prev, hash, sha256, size } = segment
  return ['atrium-audit-segment-1', company, first, last, firstTime, lastTime, prev, hash, sha256, size].join('\n')
}

/** Whether the record of a segment carries a valid signature of one of these keys. */
export const isSignedSegment = (publicKeys: readonly string[], segment: SignedSegment): boolean => {
  const [text, signature] = [segmentText(segment), Buffer.from(segment.signature, 'hex')]
  return publicKeys.some((publicKey) => isAttested(publicKey, text, signature))
}

/**
 * The first rows whose record is not signed, or does not continue the one before; undefined: all are and do. Takes the
 * signing keys, and the segments of one company, oldest first.
 */
export const findBrokenRecord = (
  publicKeys: readonly string[],
  segments: readonly SignedSegment[],
): ChainDifference | undefined => {
  let end = { seq: 0, hash: '' }
  for (const segment of segments) {
    const { first, last, prev, hash } = segment
    if (!isSignedSegment(publicKeys, segment)) return { seq: first, last, fault: 'unsigned' }
    if (first !== end.seq + 1) return { seq: end.seq + 1, last: first - 1, fault: 'missing' }
    if (prev !== end.hash) return { seq: first, last, fault: 'rewritten' }
    end = { seq: last, hash }
  }
  return undefined
}
