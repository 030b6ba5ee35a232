import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type pg from 'pg'
import type { Keyring } from '../../../kernel/secrets.ts'
import { checkpointText, isSigned } from './checkpoint-seal.ts'
import { isSignedSegment, type SignedSegment, segmentText } from './segment-seal.ts'

const rowsTogether = 200
type Position = Pick<Checkpoint, 'company' | 'after'>
type Row = Omit<Checkpoint, 'time'> & { time: Date }

const readNext = async (client: pg.Client, position: Position | undefined): Promise<Checkpoint[]> => {
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
const readNextSegments = async (
  client: pg.Client,
  position: Pick<SignedSegment, 'company' | 'first'> | undefined,
): Promise<SignedSegment[]> => {
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

/**
 * Signs every checkpoint with the present key that another held one has signed, so that files of checkpoints and proofs
 * name one key. Others stay as they are, and are found by verification. Takes the owner's connection.
 * @param onStep learns of each step, and how many it signed
 */
export const signCheckpointsAgain = async (
  client: pg.Client,
  keyring: Keyring,
  signal: AbortSignal,
  onStep: (changed: number) => Promise<void>,
): Promise<void> => {
  const [present = '', ...replaced] = keyring.publicKeys
  let position: Position | undefined
  do {
    signal.throwIfAborted()
    const checkpoints = await readNext(client, position)
    const own = checkpoints.filter((each) => !isSigned([present], each) && isSigned(replaced, each))
    await client.query(
      `update audit_checkpoints set signature = decode(change ->> 'signature', 'hex')
       from jsonb_array_elements($1::jsonb) change
       where company_id = (change ->> 'company')::uuid and after = (change ->> 'after')::bigint`,
      [
        JSON.stringify(
          own.map((each) => ({ ...each, signature: keyring.attest(checkpointText(each)).toString('hex') })),
        ),
      ],
    )
    await onStep(own.length)
    position = checkpoints.length === rowsTogether ? checkpoints.at(-1) : undefined
  } while (position)
}

/** The same for the records of archived segments, whose files stay as they are. */
export const signSegmentsAgain = async (
  client: pg.Client,
  keyring: Keyring,
  signal: AbortSignal,
  onStep: (changed: number) => Promise<void>,
): Promise<void> => {
  const [present = '', ...replaced] = keyring.publicKeys
  let position: Pick<SignedSegment, 'company' | 'first'> | undefined
  do {
    signal.throwIfAborted()
    const segments = await readNextSegments(client, position)
    const own = segments.filter((each) => !isSignedSegment([present], each) && isSignedSegment(replaced, each))
    await client.query(
      `update audit_segments set signature = decode(change ->> 'signature', 'hex')
       from jsonb_array_elements($1::jsonb) change
       where company_id = (change ->> 'company')::uuid and first_seq = (change ->> 'first')::bigint`,
      [JSON.stringify(own.map((each) => ({ ...each, signature: keyring.attest(segmentText(each)).toString('hex') })))],
    )
    await onStep(own.length)
    position = segments.length === rowsTogether ? segments.at(-1) : undefined
  } while (position)
}
