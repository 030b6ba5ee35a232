import { builtinId } from '../src/features/operations/excels/template.ts'
import { buildStoredFile } from './file-factories.ts'
import type { TestApp } from './harness.ts'

/** Columns of an uploaded workbook of posts, and the fields that they are. */
export const postMapping = ['name', 'code', 'level'].map((field, column) => ({ column, field, match: 'title' }))
const titles = postMapping.map(({ field }) => field)
const columns = titles.map((title) => ({ title, sample: '' }))
const sheets = [{ at: 0, name: '数据', header: 1, rows: [{ row: 1, cells: titles }], columns }]

/** Uploaded workbooks of posts with these ids, which no one has checked yet. They have one file. */
export const buildImports = async (
  app: Pick<TestApp, 'sql' | 'fileFolder'>,
  { companyId, userId }: { companyId: string; userId: string },
  ids: readonly string[],
): Promise<void> => {
  const fileId = await buildStoredFile(app, companyId, Buffer.from(`workbook of ${userId}`))
  await app.sql(
    `insert into imports (company_id, id, user_id, excel_id, excel_name, entity, file_id, sheets, sheet, mapping, mode,
       keys)
     select $1, id, $3, $4, '岗位导入', 'post', $5, $6, 0, $7, 'upsert', '{code}' from unnest($2::uuid[]) as pool (id)`,
    [companyId, ids, userId, builtinId('post'), fileId, JSON.stringify(sheets), JSON.stringify(postMapping)],
  )
}
