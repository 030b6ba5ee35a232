import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { AppError } from '../../../kernel/scope.ts'
import { type ArrivingFiles, arrivalSeconds } from './arriving-files.ts'
import { locked } from './upload-lease.ts'

/** A response as the tus server wants to see it. */
export type Refusal = { status_code: number; body: string }

/** Files that arrive in parts, as the tus server wants to see them. */
export class PartsStore extends DataStore {
  readonly #arriving: ArrivingFiles
  readonly #toRefusal: (error: AppError) => Refusal
  /** Takes the files, and the response to a refusal that is audited already. */
  constructor(arriving: ArrivingFiles, toRefusal: (error: AppError) => Refusal) {
    super()
    this.#arriving = arriving
    this.#toRefusal = toRefusal
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size, metadata = {} } = upload
    if (size === undefined) throw ERRORS.INVALID_LENGTH
    await this.#arriving.begin({ id, size, metadata })
    upload.creation_date = new Date().toISOString()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#arriving.find(id)
    if (!found) throw ERRORS.FILE_NOT_FOUND
    if ('refusal' in found) throw this.#toRefusal(new AppError(found.refusal))
    if (found.isFinishing) throw locked
    const { size, received: offset, createdAt: creation_date } = found
    return new Upload({ id, size, offset, ...(creation_date !== undefined && { creation_date }) })
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const received = await this.#arriving.receive(id, offset, source)
    // Another request has taken over, or the file is being checked and stored.
    if (received === undefined) throw locked
    return received
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.#arriving.cancel(id))) throw ERRORS.FILE_NOT_FOUND
  }

  override getExpiration(): number {
    return arrivalSeconds * 1000
  }
}
