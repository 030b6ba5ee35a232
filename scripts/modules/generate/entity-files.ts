import { contractFile, sheetFile } from './contract-files.ts'
import type { Field } from './fields.ts'
import { migrationFile } from './migration-file.ts'
import { type ErrorNumbers, kebab, type Names } from './names.ts'
import { sampleFile, serverFile, testFile } from './server-files.ts'
import { objectFile, pageFile } from './web-files.ts'

/** The files of a new entity, by their paths in the folder of its module. Takes the number of its migration. */
export const entityFiles = (
  names: Names,
  fields: readonly Field[],
  numbers: ErrorNumbers,
  migration: string,
): Record<string, string> => {
  const [folder, one] = [kebab(names.plural), kebab(names.singular)]
  return {
    [`${folder}/${folder}.contract.ts`]: contractFile(names, fields, numbers),
    [`${folder}/${folder}.sheet.ts`]: sheetFile(names, fields),
    [`${folder}/${folder}.server.ts`]: serverFile(names, fields),
    [`${folder}/${folder}-page.tsx`]: pageFile(names, fields),
    [`${folder}/${one}-page.tsx`]: objectFile(names, fields),
    [`${folder}/${folder}.samples.ts`]: sampleFile(names, fields),
    [`${folder}/${folder}.test.ts`]: testFile(names, fields),
    [`migrations/${migration}_${folder.replaceAll('-', '_')}.sql`]: migrationFile(names, fields),
  }
}
