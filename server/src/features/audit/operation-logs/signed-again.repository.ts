import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type pg from 'pg'
import type { Keyring } from '../../../kernel/secrets.ts'
import { checkpointText, isSigned } from './checkpoint-seal.ts'

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
