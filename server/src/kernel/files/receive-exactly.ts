import type { FileStore, ReceivedFile } from './file-store.ts'

/**
 * Receives a file whose size is known.
 * @throws if there are fewer or more bytes
 */
export const receiveExactly = async (
  receive: FileStore['receive'],
  source: AsyncIterable<Uint8Array>,
  size: number,
): Promise<ReceivedFile> => {
  const received = await receive(source)
  if (received.size === size) return received
  await received.discard()
  throw new Error(`${received.size} bytes instead of ${size}`)
}
