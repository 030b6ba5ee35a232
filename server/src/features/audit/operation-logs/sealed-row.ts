import { createHash } from 'node:crypto'
import { hex } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import * as z from 'zod/mini'

/** A row as it is sealed: its number, the text that is hashed, and the hash of the row before. */
export const sealedRow = z.object({ seq: z.int(), text: z.string(), prev: hex })
export type SealedRow = z.output<typeof sealedRow>

/** The hash of a row, as the database computes it. */
export const hashRow = ({ prev, text }: Pick<SealedRow, 'prev' | 'text'>): Buffer =>
  createHash('sha256').update(Buffer.from(prev, 'hex')).update(text).digest()

/** Company and number, with which the text of a row begins; neither if it is no such text. */
export const readKey = (text: string): { company?: unknown; seq?: unknown } => {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? { company: parsed[0], seq: parsed[1] } : {}
  } catch {
    return {}
  }
}
