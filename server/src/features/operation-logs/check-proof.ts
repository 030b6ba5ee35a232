import { createHash } from 'node:crypto'
import { checkpointFile, hex } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import * as z from 'zod/mini'
import { rootThrough } from '../../kernel/merkle.ts'
import { isSigned } from './checkpoint-seal.ts'

/** Rows of the log that can be checked without a database: each by its path to the root of its checkpoint. */
const proofFile = z.extend(checkpointFile, {
  rows: z.array(z.object({ seq: z.int(), text: z.string(), prev: hex, path: z.array(hex) })),
})
type Proof = z.output<typeof proofFile>
type Row = Proof['rows'][number]
/** Which row does not hold, and why: it does not lead to the root, or its checkpoint is none that was signed. */
export type ProofFault = { seq: number; fault: 'changed' | 'unsigned' }

const bytes = (hex: string) => Buffer.from(hex, 'hex')
/** What a row says of itself: whose it is and which. */
const saidBy = (text: string): unknown[] => {
  try {
    const said: unknown = JSON.parse(text)
    return Array.isArray(said) ? said : []
  } catch {
    return []
  }
}

const faultOf = (
  { publicKey, checkpoints }: Proof,
  { seq, text, prev, path }: Row,
): ProofFault['fault'] | undefined => {
  const [company, number] = saidBy(text)
  const checkpoint = checkpoints.find((each) => each.company === company && each.after < seq && seq <= each.seq)
  if (number !== seq || !checkpoint) return 'changed'
  if (!isSigned(publicKey, checkpoint)) return 'unsigned'
  const { after, root } = checkpoint
  const entry = createHash('sha256').update(bytes(prev)).update(text).digest()
  const place = { entry, index: seq - after - 1, size: checkpoint.seq - after, path: path.map(bytes) }
  return rootThrough(place)?.toString('hex') === root ? undefined : 'changed'
}

/** Checks a proof by itself, without a database. In: the file's text. Out: what it proves. Throws when it is no proof. */
export const checkProof = (text: string): { rows: number; publicKey: string; faults: ProofFault[] } => {
  const proof = proofFile.parse(JSON.parse(text))
  const faults = proof.rows.flatMap((row) => {
    const fault = faultOf(proof, row)
    return fault ? [{ seq: row.seq, fault }] : []
  })
  return { rows: proof.rows.length, publicKey: proof.publicKey, faults }
}
