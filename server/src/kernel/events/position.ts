/** Less than the hour for which events are kept. */
const maxAgeSeconds = 55 * 60

type Position = { tx: bigint; seconds: number }
/** Where a returning stream resumes; `lost` if its position cannot be read. */
export type Resume = Position | 'lost'
type Reading = { snapshot: string; seconds: number }

/** The first and the last number of a PostgreSQL snapshot: `xmin:xmax:…`. */
const parseBounds = (snapshot: string) => snapshot.split(':', 2).map(BigInt) as [bigint, bigint]
/** The position of a stream that has received a reading: all transactions before it have ended. */
export const toPosition = ({ snapshot, seconds }: Reading): string => `${parseBounds(snapshot)[0]}.${seconds}`

/**
 * Reads a position.
 * @returns undefined for a stream that begins
 */
export const parseResume = (position: string): Resume | undefined => {
  if (position === '') return undefined
  const [, tx, seconds] = /^(\d{1,18})\.(\d{1,12})$/.exec(position) ?? []
  return tx === undefined ? 'lost' : { tx: BigInt(tx), seconds: Number(seconds) }
}

/** Whether events since the position are no longer kept, or the database is another one. */
export const isLost = (resume: Resume, { snapshot, seconds }: Reading): boolean =>
  resume === 'lost' || resume.seconds < seconds - maxAgeSeconds || resume.tx > parseBounds(snapshot)[1]
