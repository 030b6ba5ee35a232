import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Secrets } from '../../../kernel/secrets.ts'

/** Name of the list of what an archive holds, and of its signature. */
export const contentsName = 'contents.json'
export const signatureName = 'contents.sig'
/** A change that this release cannot read raises it. */
export const archiveFormat = 1

const tableContents = z.object({
  rows: z.int(),
  /** Of the file with its lines. */
  sha256: z.string(),
  /** The columns that the table had. */
  columns: z.array(z.string()),
})
export type TableContents = z.output<typeof tableContents>

/** What an archive holds. Files of later releases may say more. */
export const archiveContents = z.object({
  format: z.literal(archiveFormat),
  time: z.iso.datetime(),
  companies: z.array(z.uuid()),
  /** The top company of the tenant whose companies are all here; null: a company's own export. */
  tenant: z.nullable(z.uuid()),
  tables: z.record(z.string(), tableContents),
})
export type ArchiveContents = z.output<typeof archiveContents>

const purpose = 'company archive'
const signedText = (contents: string) => hash('sha256', contents, 'hex')

/**
 * The signature of a list of contents. It holds for good: what the installation has exported under a former key is its
 * own, too.
 */
export const signContents = (secrets: Pick<Secrets, 'sign'>, contents: string): string =>
  secrets.sign(purpose, signedText(contents)).toString('hex')

/** Whether this installation has signed a list of contents. */
export const isSignedContents = (secrets: Pick<Secrets, 'isSigned'>, contents: string, signature: string): boolean =>
  /^[0-9a-f]{64}$/.test(signature) && secrets.isSigned(purpose, signedText(contents), Buffer.from(signature, 'hex'))
