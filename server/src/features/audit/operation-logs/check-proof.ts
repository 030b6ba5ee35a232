import { checkpointFile, hex } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import * as z from 'zod/mini'
import { rootFrom } from '../../../kernel/merkle.ts'
import { isSigned } from './checkpoint-seal.ts'
import { hashRow, readKey, sealedRow } from './sealed-row.ts'

/** Rows that can be verified without a database, each by its path to the root of its checkpoint. */
const proofFile = z.extend(checkpointFile, {
  rows: z.array(z.extend(sealedRow, { path: z.array(hex) })),
})
type Proof = z.output<typeof proofFile>
type Row = Proof['rows'][number]
/** An invalid row: `changed` if it does not lead to the root, `unsigned` if its checkpoint's signature is invalid. */
export type ProofError = { seq: number; fault: 'changed' | 'unsigned' }

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const findFault = ({ publicKey, checkpoints }: Proof, { path, ...row }: Row): ProofError['fault'] | undefined => {
  const { seq } = row
  const { company, seq: number } = readKey(row.text)
  const checkpoint = checkpoints.find((each) => each.company === company && each.after < seq && seq <= each.seq)
  if (number !== seq || !checkpoint) return 'changed'
  if (!isSigned([publicKey], checkpoint)) return 'unsigned'
  const { after, root } = checkpoint
  const inclusion = { entry: hashRow(row), index: seq - after - 1, size: checkpoint.seq - after, path: path.map(bytes) }
  return rootFrom(inclusion)?.toString('hex') === root ? undefined : 'changed'
}

/**
 * Verifies a proof without a database.
 * @param text the file's text
 * @throws if it is not a proof file
 */
export const checkProof = (text: string): { rows: number; publicKey: string; faults: ProofError[] } => {
  const proof = proofFile.parse(JSON.parse(text))
  const faults = proof.rows.flatMap((row) => {
    const fault = findFault(proof, row)
    return fault ? [{ seq: row.seq, fault }] : []
  })
  return { rows: proof.rows.length, publicKey: proof.publicKey, faults }
}
