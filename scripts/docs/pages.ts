import { accessMatrixPage } from './access-matrix-page.ts'
import { endpointsPage, errorCodesPage, permissionsPage } from './contract-pages.ts'
import { databasePages } from './database-pages.ts'
import { kitPage } from './kit-page.ts'
import { licencesPage } from './licences-page.ts'
import { loadedFilesPage } from './loaded-files-page.ts'
import { pagesWithMetrics } from './metric-tables.ts'
import { readmesWithVariables } from './readme-variables.ts'
import { tablesPage } from './tables-page.ts'

/** Texts of the generated files by path. */
export const generatedPages = async (root: string): Promise<Record<string, string>> => ({
  'docs/generated/endpoints.md': endpointsPage(),
  'docs/generated/permissions.md': permissionsPage(),
  'docs/generated/access-matrix.md': accessMatrixPage(),
  'docs/generated/error-codes.md': errorCodesPage(),
  'docs/generated/kit.md': kitPage(root),
  'docs/generated/licences.md': await licencesPage(root),
  'docs/generated/loaded-files.md': loadedFilesPage(root),
  'docs/generated/tables.md': tablesPage(root),
  ...(await readmesWithVariables(root)),
  ...(await pagesWithMetrics(root)),
  ...(await databasePages(root)),
})
