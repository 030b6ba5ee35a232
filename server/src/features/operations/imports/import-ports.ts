import type { Db } from '../../../kernel/db/database.ts'
import type { ConstraintErrors } from '../../../kernel/http/error-reply.ts'
import type { Route } from '../../../kernel/http/implement.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { ReadDictionaries } from '../../../kernel/sheets/export-sheet.ts'
import type { AddedColumns } from '../../../kernel/sheets/sheet-columns.ts'
import type { SheetSource } from '../../../kernel/sheets/sheet-source.ts'
import type { Files } from '../../tenancy/files/index.ts'
import type { FoundTemplate } from '../excels/index.ts'
import type { References } from './reading/convert-rows.ts'

/** What imports need of other features. */
export type ImportPorts = {
  files: Files
  secrets: Secrets
  dictionaries: { read(companyId: string, groups: readonly string[], fresh: boolean): ReturnType<ReadDictionaries> }
  findTemplate(reader: { db: Db; actor: Actor }, id: string): Promise<FoundTemplate>
  /** Columns that companies add to sheets. */
  added: AddedColumns
  /** What all features declare. */
  sheets: () => readonly SheetSource[]
  references: () => References
  routes: () => readonly Route[]
  constraints: () => ConstraintErrors
}
