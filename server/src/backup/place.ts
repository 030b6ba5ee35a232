import type { Readable } from 'node:stream'
import type { ContentStore, FileStore } from '../kernel/files/file-store.ts'

/** What was written: its size, and its SHA-256 in hexadecimal. */
export type Written = { bytes: number; sha256: string }

/**
 * Where backups lie: a folder, or a bucket below a prefix. Objects have names like paths; one appears when it is whole.
 * Several backups share the bytes of files, which are stored once.
 */
export type BackupPlace = {
  /** As the operator named it. */
  readonly address: string
  write(name: string, source: AsyncIterable<Uint8Array>): Promise<Written>
  /** Makes the objects that begin so, up to a slash, survive a crash. */
  settle(prefix: string): Promise<void>
  /** Undefined if there is no such object. */
  read(name: string): Promise<Readable | undefined>
  /** The names of objects that begin so. */
  list(prefix: string): AsyncIterable<string>
  remove(name: string): Promise<void>
  /** The bytes of files, by company and digest. */
  readonly content: ContentStore
  /** Receives bytes into a temporary file, on their way into `content`. */
  readonly receive: FileStore['receive']
}
