import { newId } from '../src/kernel/ids.ts'
import { buildStoredFile } from './file-factories.ts'
import type { TestApp } from './harness.ts'

type DocumentContext = Pick<TestApp, 'sql' | 'fileFolder'>
const system = '{"id":"","name":"系统"}'

/**
 * A folder. Takes the one above it, none at the top.
 * @returns its id
 */
export const buildFolder = async (
  app: Pick<TestApp, 'sql'>,
  companyId: string,
  name = `文件夹${newId()}`,
  parentId: string | null = null,
): Promise<string> => {
  const id = newId()
  await app.sql(
    `insert into documents (company_id, id, kind, parent_id, name, created_by, updated_by)
     values ($1, $2, 'folder', $3, $4, $5, $5)`,
    [companyId, id, parentId, name, system],
  )
  return id
}

/**
 * A text in a folder, with versions of other content.
 * @returns its id
 */
export const buildDocument = async (
  app: DocumentContext,
  companyId: string,
  folderId: string,
  { name = `文件${newId()}.png`, versions = 1 } = {},
): Promise<string> => {
  const id = newId()
  await app.sql(
    `insert into documents (company_id, id, kind, parent_id, name, versions, type, size, created_by, updated_by)
     values ($1, $2, 'file', $3, $4, $5, 'image/png', 1, $6, $6)`,
    [companyId, id, folderId, name, versions, system],
  )
  for (let number = 1; number <= versions; number += 1)
    await app.sql(
      `insert into document_versions (company_id, document_id, number, file_id, created_by) values ($1, $2, $3, $4, $5)`,
      [companyId, id, number, await buildStoredFile(app, companyId, Buffer.from(newId())), system],
    )
  return id
}

type Subject = { user?: string; org?: string; role?: string }
/** A grant of a level (1 to 4), to everyone unless a subject is named. */
export const buildGrant = (
  app: Pick<TestApp, 'sql'>,
  companyId: string,
  documentId: string,
  level: number,
  { user, org, role }: Subject = {},
) =>
  app.sql(
    `insert into document_grants (company_id, id, document_id, user_id, org_id, role_id, level, granted_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [companyId, newId(), documentId, user ?? null, org ?? null, role ?? null, level, system],
  )
