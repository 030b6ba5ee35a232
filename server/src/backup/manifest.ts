import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const name = z.string().check(z.regex(/^\w+$/))
const contentKey = z.strictObject({ companyId: z.uuid(), sha256: digest })

/** The version of the format. A change that this release cannot read raises it. */
export const formatNumber = 1

const table = z.strictObject({
  schema: name,
  name,
  columns: z.array(name),
  rows: z.int(),
  /** The object that holds its rows, as COPY writes them, compressed; null: there are none. */
  part: z.nullable(z.string()),
})
const partition = z.strictObject({ parent: name, starts: z.string(), ends: z.string() })
const sequence = z.strictObject({ name, value: z.string(), isCalled: z.boolean() })

/** What a backup consists of. It is written last, so that one without it is not finished. */
export const manifestSchema = z.strictObject({
  format: z.literal(formatNumber),
  name: z.string(),
  /** The id of the operator's company, and the mark of the installation's bytes. */
  installation: z.uuid(),
  mark: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The product that made it. */
  version: z.string(),
  release: z.int(),
  postgres: z.string(),
  /** The key that the database is written with, and one that it is about to replace; null: none. */
  key: z.strictObject({ fingerprint: z.string(), replaced: z.nullable(z.string()) }),
  /** What the manifest is signed with. */
  publicKey: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: digest })),
  /** Version of the job queue's schema. */
  jobSchema: z.int(),
  /** Every object of the backup beside the manifest and its signature. */
  parts: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: digest })),
  tables: z.array(table),
  partitions: z.array(partition),
  sequences: z.array(sequence),
  files: z.strictObject({
    /** The object that lists them. */
    part: z.string(),
    count: z.int(),
    bytes: z.int(),
    /** Those whose bytes the installation itself lacked. */
    missing: z.array(contentKey),
  }),
})
export type Manifest = z.infer<typeof manifestSchema>
export type Part = Manifest['parts'][number]
export type BackedUpTable = Manifest['tables'][number]

const rolesSchema = z.strictObject({
  /** Roles of requests, without login. */
  groups: z.array(name),
  /** The login of the server; it was the product's own, or one that the operator has made. */
  login: z.strictObject({ name: z.string(), madeBy: z.enum(['product', 'operator']) }),
})
export const roles = rolesSchema
export type Roles = z.infer<typeof rolesSchema>

/** The signed text: which manifest it is, by its bytes. */
export const signedText = (manifest: string): string =>
  ['atrium-backup-1', createHash('sha256').update(manifest).digest('hex')].join('\n')
