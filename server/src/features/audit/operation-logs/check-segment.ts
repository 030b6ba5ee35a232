import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Checkpoint, chainFaults } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { merkleTree } from '../../../kernel/merkle.ts'
import { isSigned } from './checkpoint-seal.ts'
import { hashRow, readKey, sealedRow } from './sealed-row.ts'
import { type SegmentHeader, segmentHeader } from './segment-file.ts'

/** The first rows of a segment's file that are not what was sealed. */
type SegmentFault = { seq: number; last: number; fault: (typeof chainFaults)[number] }
/** What a segment's file holds. */
export type CheckedSegment = {
  header: SegmentHeader
  sha256: string
  size: number
  /** Undefined: all of it is as it was sealed. */
  fault: SegmentFault | undefined
  /** The hashes of the rows that were asked for. */
  hashes: ReadonlyMap<number, string>
}

/** Ends the reading of a file at its first fault. */
class Found extends Error {
  readonly fault: SegmentFault
  constructor(fault: SegmentFault) {
    super(fault.fault)
    this.fault = fault
  }
}
const report = (fault: SegmentFault['fault'], seq: number, last = seq): never => {
  throw new Found({ seq, last, fault })
}

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
const readHeader = (line: string): SegmentHeader => {
  const { success, data } = segmentHeader.safeParse(parseLine(line))
  if (!success) throw new Error(t('不是审计日志的归档文件，或由更新的版本写成'))
  return data
}

const assertCovered = ({ first, last, rows, hash, company, checkpoints }: SegmentHeader) => {
  let after = first - 1
  for (const checkpoint of checkpoints) {
    if (checkpoint.company !== company || checkpoint.after !== after) report('unsigned', after + 1, last)
    after = checkpoint.seq
  }
  if (after !== last || rows !== last - first + 1 || checkpoints.at(-1)?.hash !== hash) report('unsigned', first, last)
}

/** Follows the chain of a file row by row, and compares it with each checkpoint that it reaches. */
const createChain = (header: SegmentHeader, wanted: ReadonlySet<number>, hashes: Map<number, string>) => {
  const { company, first, last, publicKey, checkpoints } = header
  let [seq, before, nth] = [first, header.prev, 0]
  let together: Buffer[] = []

  const compare = (reached: Checkpoint) => {
    const root = merkleTree(together).root.toString('hex')
    if (!isSigned([publicKey], reached)) report('unsigned', reached.seq)
    if (before !== reached.hash || root !== reached.root) report('rewritten', reached.after + 1, reached.seq)
    together = []
    nth += 1
  }
  return {
    add(line: string) {
      if (seq > last) report('rewritten', last)
      const { success, data: row } = sealedRow.safeParse(parseLine(line))
      if (!success) return report('changed', seq)
      if (row.seq !== seq) report('missing', seq)
      const key = readKey(row.text)
      if (key.company !== company || key.seq !== seq) report('changed', seq)
      // The row before has another hash than this one was sealed with.
      if (row.prev !== before) report('changed', Math.max(first, seq - 1))
      const hash = hashRow(row)
      together.push(hash)
      before = hash.toString('hex')
      if (wanted.has(seq)) hashes.set(seq, before)
      const checkpoint = checkpoints[nth]
      if (checkpoint?.seq === seq) compare(checkpoint)
      seq += 1
    },
    end() {
      if (seq <= last) report('cut', seq, last)
    },
  }
}

/** The lines of a text that arrives in pieces. */
async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Reads the lines of a file up to its first fault, and what it is made of. */
const createReader = (wanted: ReadonlySet<number>) => {
  const digest = createHash('sha256')
  const hashes = new Map<number, string>()
  const found: { header: SegmentHeader | undefined; fault: SegmentFault | undefined } = {
    header: undefined,
    fault: undefined,
  }
  let size = 0
  let chain: ReturnType<typeof createChain> | undefined
  const read = (line: string) => {
    if (chain) return chain.add(line)
    found.header = readHeader(line)
    chain = createChain(found.header, wanted, hashes)
    assertCovered(found.header)
  }
  const untilFault = (work: () => void) => {
    if (found.fault) return
    try {
      work()
    } catch (error) {
      if (!(error instanceof Found)) throw error
      found.fault = error.fault
    }
  }
  return {
    async *measure(bytes: AsyncIterable<Uint8Array>) {
      for await (const piece of bytes) {
        digest.update(piece)
        size += piece.length
        yield piece
      }
    },
    /** What lies behind a fault is read for the digest alone. */
    async follow(pieces: AsyncIterable<Uint8Array>) {
      for await (const line of readLines(pieces)) untilFault(() => read(line))
      untilFault(() => chain?.end())
    },
    end(): CheckedSegment {
      const { header, fault } = found
      if (!header) throw new Error(t('文件是空的'))
      return { header, sha256: digest.digest('hex'), size, fault, hashes }
    },
  }
}

const isUnreadable = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/**
 * Verifies a segment's file by itself: every row's link to the one before, the checkpoints that cover all rows, and their
 * signatures, of the key that the file names. Takes its bytes, and the rows whose hashes to return.
 * @throws an Error for the operator if it is no such file, or cannot be read to its end
 */
export const checkSegment = async (
  source: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<number> = new Set(),
): Promise<CheckedSegment> => {
  const reader = createReader(wanted)
  try {
    await pipeline(source, reader.measure, createGunzip(), reader.follow)
  } catch (error) {
    throw isUnreadable(error) ? new Error(t('文件已损坏，无法解压（{code}）', { code: error.code })) : error
  }
  return reader.end()
}
