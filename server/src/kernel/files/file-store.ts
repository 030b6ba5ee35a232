import type { Readable } from 'node:stream'
import type { StoreCalls } from './s3-client.ts'

/** Bytes received into a temporary file, with what they are. */
export type ReceivedFile = {
  /** Path of the temporary file, under a random name. */
  path: string
  /** SHA-256 in hexadecimal. */
  sha256: string
  size: number
  /** Removes the temporary file. Its receiver calls it in any case. */
  discard(): Promise<void>
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** Key of stored bytes: their SHA-256 below a company, so that a company has the same bytes once. */
export type ContentKey = { companyId: string; sha256: string }

/** Keeps bytes by their content. */
export type ContentStore = {
  /**
   * Stores received bytes, which no one may write to any more; does nothing if they are there. When it resolves, they
   * survive a crash.
   */
  put(companyId: string, received: ReceivedFile): Promise<void>
  has(key: ContentKey): Promise<boolean>
  /**
   * Reads bytes or a range of them, as fast as the reader takes them.
   * @returns undefined if there are none
   */
  read(key: ContentKey, range?: ByteRange): Promise<Readable | undefined>
  /** Removes bytes; does nothing if there are none. */
  remove(key: ContentKey): Promise<void>
  /** The keys of everything stored. */
  list(): AsyncIterable<ContentKey>
  /** Removes what storing left behind where it broke off, a day later. */
  removeUnfinished(): Promise<void>
}

/** Key of a file that arrives in parts. */
export type PartialKey = { companyId: string; id: string }

/**
 * One request that adds bytes to a file: the offset of its first byte, an id of its own, and the attempt whose bytes it
 * goes on from; null for the first.
 */
export type Attempt = { offset: number; id: string; after: string | null }

/**
 * Keeps the beginnings of files until they are complete. Any node goes on where another one stopped. An attempt never
 * touches the bytes of another one; which ones make up the file is for the caller to remember.
 */
export type PartialStore = {
  /**
   * Keeps the bytes of an attempt. A source that breaks off is no error: what arrived is kept.
   * @returns how many bytes arrived and survive a crash
   */
  append(key: PartialKey, attempt: Attempt, source: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * The complete file. Takes the attempt that was acknowledged last, and the file's size.
   * @throws if bytes are missing
   */
  assemble(key: PartialKey, last: string, size: number): Promise<ReceivedFile>
  /** Removes the beginning of a file; does nothing if there is none. */
  discard(key: PartialKey): Promise<void>
  /** The keys of all files that have begun. */
  list(): AsyncIterable<PartialKey>
}

/**
 * Says in a store whose bytes it holds: no other installation removes them, such as a copy that was restored from a
 * backup and finds the same store.
 */
export type StoreMark = {
  /** Undefined: the store bears none yet. */
  read(): Promise<string | undefined>
  write(mark: string): Promise<void>
}

/** Where files lie: in a folder or in an S3 store. */
export type FileStore = {
  content: ContentStore
  /** Segments of the audit log. No sweep of files looks here, and no deleted file takes their bytes along. */
  archive: ContentStore
  partial: PartialStore
  mark: StoreMark
  /**
   * Receives bytes into a temporary file.
   * @throws `tooLarge` beyond `maxBytes`, and what the source throws
   */
  receive(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes?: number): Promise<ReceivedFile>
  /** Removes temporary files of this node that an earlier process left behind, a day later. */
  removeLeftovers(): Promise<void>
  /** Calls of the bucket since the start; undefined where a folder holds the files. */
  calls(): StoreCalls | undefined
}
