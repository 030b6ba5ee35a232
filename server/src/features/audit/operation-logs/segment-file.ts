import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  type Checkpoint,
  checkpoint,
  hex,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import * as z from 'zod/mini'
import type { SealedRow } from './sealed-row.ts'

/** The version of the format. A change that this release cannot read raises it. */
const segmentFormat = 'atrium-audit-segment-1'

/**
 * The first line of a segment's file: what it holds, with the checkpoints that cover it, oldest first. Each other line is
 * a sealed row.
 */
export const segmentHeader = z.object({
  format: z.literal(segmentFormat),
  company: z.uuid(),
  first: z.int().check(z.gte(1)),
  last: z.int(),
  rows: z.int(),
  firstTime: z.string(),
  lastTime: z.string(),
  /** Hash of the row before the first; empty for the first of the log. */
  prev: hex,
  /** Of the last row. */
  hash: hex,
  /** That the checkpoints are signed with. */
  publicKey: z.string(),
  checkpoints: z.array(checkpoint).check(z.minLength(1)),
})
export type SegmentHeader = z.output<typeof segmentHeader>

type Contents = Omit<SegmentHeader, 'format' | 'first' | 'last' | 'rows' | 'hash' | 'company'> & {
  checkpoints: readonly [Checkpoint, ...Checkpoint[]]
}

/** The header of a segment that these checkpoints cover. */
export const toHeader = ({ checkpoints, ...contents }: Contents): SegmentHeader => {
  const [{ company, after }] = checkpoints
  const { seq: last, hash } = checkpoints.at(-1) ?? checkpoints[0]
  const rows = last - after
  return {
    format: segmentFormat,
    company,
    first: after + 1,
    last,
    rows,
    ...contents,
    hash,
    checkpoints: [...checkpoints],
  }
}

/**
 * A segment's file: compressed lines of JSON. The same rows and checkpoints make the same bytes. Takes the rows in batches,
 * in their order.
 */
export const writeSegment = (header: SegmentHeader, batches: AsyncIterable<readonly SealedRow[]>): Readable => {
  const lines = async function* () {
    yield `${JSON.stringify(header)}\n`
    for await (const batch of batches) yield batch.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
  const compressed = createGzip()
  // An error of the rows reaches the reader through the transform.
  pipeline(lines, compressed).catch(() => undefined)
  return compressed
}
