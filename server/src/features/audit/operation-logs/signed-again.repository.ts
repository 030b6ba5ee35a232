import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type pg from 'pg'
import type { Keyring } from '../../../kernel/secrets.ts'
import { checkpointText, isSigned } from './checkpoint-seal.ts'
import { isSignedSegment, type SignedSegment, segmentText } from './segment-seal.ts'

const rowsTogether = 200
type Row = Omit<Checkpoint, 'time'> & { time: Date }

const readNextCheckpoints = async (client: pg.Client, position: Checkpoint | undefined): Promise<Checkpoint[]> => {
  const { rows } = await client.query<Row>(
    `select company_id as company, after, seq, encode(hash, 'hex') as hash, encode(root, 'hex') as root, time,
       encode(signature, 'hex') as signature
     from audit_checkpoints ${position ? 'where (company_id, after) > ($1, $2)' : ''}
     order by company_id, after limit ${rowsTogether}`,
    position && [position.company, position.after],
  )
  return rows.map(({ time, ...row }) => ({ ...row, time: time.toISOString() }))
}

type SegmentAsRead = Omit<SignedSegment, 'firstTime' | 'lastTime'> & { firstTime: Date; lastTime: Date }
const readNextSegments = async (client: pg.Client, position: SignedSegment | undefined): Promise<SignedSegment[]> => {
  const { rows } = await client.query<SegmentAsRead>(
    `select company_id as company, first_seq as first, last_seq as last, first_time as "firstTime",
       last_time as "lastTime", encode(prev, 'hex') as prev, encode(hash, 'hex') as hash, sha256, size,
       encode(signature, 'hex') as signature
     from audit_segments ${position ? 'where (company_id, first_seq) > ($1, $2)' : ''}
     order by company_id, first_seq limit ${rowsTogether}`,
    position && [position.company, position.first],
  )
  return rows.map(({ firstTime, lastTime, ...row }) => ({
    ...row,
    firstTime: firstTime.toISOString(),
    lastTime: lastTime.toISOString(),
  }))
}

type SignedRow = { company: string; signature: string }
type Records<R extends SignedRow> = {
  /** The next ones, in order, after one of them. */
  readNext(client: pg.Client, after: R | undefined): Promise<R[]>
  isSigned(publicKeys: readonly string[], row: R): boolean
  toText(row: R): string
  /** Takes the rows as JSON, with their new signatures. */
  update: string
}

/** Signs with the present key what another held one has signed. Others stay as they are, and are found by verification. */
const signAgain =
  <R extends SignedRow>({ readNext, isSigned, toText, update }: Records<R>) =>
  async (
    client: pg.Client,
    keyring: Keyring,
    signal: AbortSignal,
    onStep: (changed: number) => Promise<void>,
  ): Promise<void> => {
    const [present = '', ...replaced] = keyring.publicKeys
    let last: R | undefined
    do {
      signal.throwIfAborted()
      const rows = await readNext(client, last)
      const own = rows.filter((row) => !isSigned([present], row) && isSigned(replaced, row))
      const signed = own.map((row) => ({ ...row, signature: keyring.attest(toText(row)).toString('hex') }))
      await client.query(update, [JSON.stringify(signed)])
      await onStep(own.length)
      last = rows.length === rowsTogether ? rows.at(-1) : undefined
    } while (last)
  }

/**
 * Signs every checkpoint again, so that files of checkpoints and proofs name one key. Takes the owner's connection, and
 * what hears of each step, with how many it signed.
 */
export const signCheckpointsAgain = signAgain<Checkpoint>({
  readNext: readNextCheckpoints,
  isSigned,
  toText: checkpointText,
  update: `update audit_checkpoints set signature = decode(change ->> 'signature', 'hex')
    from jsonb_array_elements($1::jsonb) change
    where company_id = (change ->> 'company')::uuid and after = (change ->> 'after')::bigint`,
})

/** The same for the records of archived segments, whose files stay as they are. */
export const signSegmentsAgain = signAgain<SignedSegment>({
  readNext: readNextSegments,
  isSigned: isSignedSegment,
  toText: segmentText,
  update: `update audit_segments set signature = decode(change ->> 'signature', 'hex')
    from jsonb_array_elements($1::jsonb) change
    where company_id = (change ->> 'company')::uuid and first_seq = (change ->> 'first')::bigint`,
})
