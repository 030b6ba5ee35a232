import { randomBytes } from 'node:crypto'
import { openFileStore } from '../src/kernel/files/open-file-store.ts'
import { newId } from '../src/kernel/ids.ts'
import type { TestApp } from './harness.ts'

type FileContext = Pick<TestApp, 'sql'>
type Owner = { companyId: string; id: string }

/**
 * A row of a file without bytes. Takes its size.
 * @returns its id
 */
const buildFile = async (app: FileContext, companyId: string, size = 1, sha256?: string): Promise<string> => {
  const [id, digest] = [newId(), sha256 ?? randomBytes(32).toString('hex')]
  await app.sql('insert into file_contents (company_id, sha256, size) values ($1, $2, $3)', [companyId, digest, size])
  await app.sql(
    `insert into files (company_id, id, name, purpose, type, sha256, size, created_by)
     values ($1, $2, '文件.png', 'doc', 'image/png', $3, $4, '{"id":"","name":"系统"}')`,
    [companyId, id, digest, size],
  )
  return id
}

/**
 * A file with its bytes.
 * @returns its id
 */
export const buildStoredFile = async (
  app: FileContext & Pick<TestApp, 'fileFolder'>,
  companyId: string,
  bytes: Uint8Array,
): Promise<string> => {
  const store = openFileStore(app.fileFolder)
  const received = await store.receive([bytes])
  await store.content.put(companyId, received)
  await received.discard()
  return buildFile(app, companyId, received.size, received.sha256)
}

/** A portrait whose file has a size and no bytes. Takes the user, and a thumbnail in hexadecimal. */
export const buildPortrait = async (app: FileContext, user: Owner, size = 1, thumbnail = ''): Promise<void> => {
  const file = await buildFile(app, user.companyId, size)
  await app.sql(
    `insert into portraits (company_id, user_id, file_id, thumbnail, etag) values ($1, $2, $3, decode($4, 'hex'), 'e')`,
    [user.companyId, user.id, file, thumbnail],
  )
}
