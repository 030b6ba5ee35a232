import type { Attempt } from './file-store.ts'

/** Digits of an offset: names in alphabetical order are in the order of the bytes. */
const offsetDigits = 15
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const shape = new RegExp(`^(\\d{${offsetDigits}})_(${uuid})_(${uuid}|first)$`)

/**
 * Name of a piece: the offset of its first byte, its attempt, and the attempt that this one goes on from. No two attempts
 * write the same piece, so that a request which has lost its lease harms nothing.
 */
export const pieceName = ({ offset, id, after }: Attempt): string => {
  const name = `${String(offset).padStart(offsetDigits, '0')}_${id}_${after ?? 'first'}`
  if (!shape.test(name)) throw new Error('a piece is named by numbers and ids only')
  return name
}

/** The pieces of one attempt. */
type Run = { names: string[]; after: string | undefined }
const readRuns = async (names: AsyncIterable<string>) => {
  const runs = new Map<string, Run>()
  for await (const name of names) {
    const [, , id, after] = shape.exec(name) ?? []
    if (id === undefined) continue
    const run = runs.get(id) ?? { names: [], after: after === 'first' ? undefined : after }
    run.names.push(name)
    runs.set(id, run)
  }
  return runs
}

/**
 * The pieces that make up a file, in order: those of the attempt that was acknowledged last, of the one that it went on
 * from, and so on. Pieces of other attempts were never acknowledged.
 */
const findChain = async (names: AsyncIterable<string>, last: string): Promise<string[]> => {
  const runs = await readRuns(names)
  const chain: string[][] = []
  for (let id: string | undefined = last; id !== undefined; ) {
    const run = runs.get(id)
    if (!run) throw new Error(`the pieces of attempt ${id} are missing`)
    runs.delete(id)
    chain.push(run.names.sort())
    id = run.after
  }
  return chain.reverse().flat()
}

/**
 * The bytes of a file in pieces. Takes the names of all its pieces, and the attempt that was acknowledged last.
 * @throws if bytes are missing
 */
export async function* readPieces(
  names: AsyncIterable<string>,
  last: string,
  read: (name: string) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  let position = 0
  for (const name of await findChain(names, last)) {
    if (Number(name.slice(0, offsetDigits)) !== position) throw new Error(`bytes from ${position} on are missing`)
    for await (const chunk of await read(name)) {
      position += chunk.length
      yield chunk
    }
  }
}
