import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { type MerkleTree, merkleTree } from '../../../kernel/merkle.ts'

type Sealed = { seq: number; text: string; prev: string }
type ProofSource = {
  /** The next rows older than `after`, newest first; empty at the end. */
  page(after: number | undefined): Promise<Sealed[]>
  /** The checkpoints that cover these rows, oldest first. */
  around(rows: { from: number; to: number }): Promise<Checkpoint[]>
  hashes(checkpoint: Checkpoint): Promise<Buffer[]>
  /** The key's part of the file. */
  head: { publicKey: string; fingerprint: string }
}

const toHex = (hash: Buffer) => hash.toString('hex')

/**
 * Streams a proof: each row's hashed text and path to the root of its checkpoint, then the checkpoints. Holds one batch
 * and one tree in memory. Rows after the last checkpoint are left out.
 */
export async function* exportedProof({ page, around, hashes, head }: ProofSource) {
  const used = new Map<number, Checkpoint>()
  let tree: { of: Checkpoint; paths: MerkleTree | undefined } | undefined
  /** Undefined while its rows are archived: some are in the log no more. */
  const loadTree = async (checkpoint: Checkpoint) => {
    const { after, seq } = checkpoint
    if (tree?.of.after !== after) {
      const entries = await hashes(checkpoint)
      tree = { of: checkpoint, paths: entries.length === seq - after ? merkleTree(entries) : undefined }
    }
    if (tree.paths) used.set(after, checkpoint)
    return tree.paths
  }
  yield `{"publicKey":"${head.publicKey}","fingerprint":"${head.fingerprint}","rows":[\n`
  let separator = ''
  let after: number | undefined
  for (;;) {
    const rows = await page(after)
    const [newest, oldest] = [rows[0], rows.at(-1)]
    if (!newest || !oldest) break
    const checkpoints = await around({ from: oldest.seq, to: newest.seq })
    for (const row of rows) {
      const checkpoint = checkpoints.find((each) => each.after < row.seq && row.seq <= each.seq)
      const paths = checkpoint && (await loadTree(checkpoint))
      if (!paths) continue
      const path = paths.listPath(row.seq - checkpoint.after - 1).map(toHex)
      yield separator + JSON.stringify({ ...row, path })
      separator = ',\n'
    }
    after = oldest.seq
  }
  yield `\n],"checkpoints":${JSON.stringify([...used.values()], null, 1)}}\n`
}
