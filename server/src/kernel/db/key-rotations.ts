import type pg from 'pg'

/** A key that the next one has replaced, or is about to. */
export type KeyRotation = {
  replaced: string
  next: string
  replacedPublicKey: string
  nextPublicKey: string
  /** The replaced key's signature that the next one follows it. */
  handover: Buffer
  /** What the replaced key signed with, sealed. */
  sealedSigningKey: string
  startedAt: Date
  /** Null: under way. */
  finishedAt: Date | null
  resealed: number
}
const columns = `replaced, next, replaced_public_key as "replacedPublicKey", next_public_key as "nextPublicKey",
  handover, sealed_signing_key as "sealedSigningKey", started_at as "startedAt", finished_at as "finishedAt",
  resealed::int as resealed`

/** All rotations, oldest first. Takes the owner's connection. */
export const listKeyRotations = async (client: pg.Client): Promise<KeyRotation[]> =>
  (await client.query<KeyRotation>(`select ${columns} from key_rotations order by started_at`)).rows

type NewRotation = Omit<KeyRotation, 'startedAt' | 'finishedAt' | 'resealed'>
/** Begins a rotation, in the transaction that stores the next key's fingerprint. */
export const insertKeyRotation = (client: pg.Client, rotation: NewRotation) =>
  client.query(
    `insert into key_rotations
       (replaced, next, replaced_public_key, next_public_key, handover, sealed_signing_key)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      rotation.replaced,
      rotation.next,
      rotation.replacedPublicKey,
      rotation.nextPublicKey,
      rotation.handover,
      rotation.sealedSigningKey,
    ],
  )

const leaseSeconds = 30
/**
 * Takes the rotation to this key for half a minute, so that one process works on it.
 * @returns false if it is finished, or another process has it
 */
export const leaseKeyRotation = async (client: pg.Client, next: string): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update key_rotations set leased_until = now() + make_interval(secs => ${leaseSeconds})
     where next = $1 and finished_at is null and (leased_until is null or leased_until < now())`,
    [next],
  )
  return rowCount === 1
}
/** Counts values that were sealed again, and keeps the lease. */
export const noteResealed = (client: pg.Client, next: string, count: number) =>
  client.query(
    `update key_rotations set resealed = resealed + $2, leased_until = now() + make_interval(secs => ${leaseSeconds})
     where next = $1 and finished_at is null`,
    [next, count],
  )
/** Gives a rotation back that its process does not finish. */
export const releaseKeyRotation = (client: pg.Client, next: string) =>
  client.query('update key_rotations set leased_until = null where next = $1 and finished_at is null', [next])

export const finishKeyRotation = (client: pg.Client, next: string) =>
  client.query('update key_rotations set finished_at = now() where next = $1 and finished_at is null', [next])

/** Seconds since a rotation began; undefined: none to this key is under way. */
export const secondsOfRotation = async (client: pg.Client, next: string): Promise<number | undefined> => {
  const { rows } = await client.query<{ seconds: number }>(
    `select extract(epoch from now() - started_at)::float8 as seconds from key_rotations
     where next = $1 and finished_at is null`,
    [next],
  )
  return rows[0]?.seconds
}
