import { excelsErrors } from '@atrium/contract/features/operations/excels/excels.errors.ts'
import { type Actor, refusalAt } from '../../../kernel/scope.ts'
import type { SheetSource } from '../../../kernel/sheets/sheet-source.ts'

/** Entities whose rows the caller may add or change, of those that can be imported. */
export const importableEntities = (sources: readonly SheetSource[], actor: Actor): SheetSource[] =>
  sources.filter(({ writes }) => writes && (actor.decide(writes.create).allowed || actor.decide(writes.update).allowed))

/** Throws `noSuchData` at the field. */
export const assertEntity = (sources: readonly SheetSource[], actor: Actor, entity: string): SheetSource => {
  const found = importableEntities(sources, actor).find(({ sheet }) => sheet.entity === entity)
  if (!found) throw refusalAt(excelsErrors.noSuchData, 'entity')
  return found
}
