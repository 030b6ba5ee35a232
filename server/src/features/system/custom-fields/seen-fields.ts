import type { FoundFields } from './imported-rows.ts'
import type { Reader } from './judge-rows.ts'
import { effectOn } from './shown-values.ts'
import type { CustomPorts } from './with-custom-fields.ts'

/** The fields of an entity that the caller sees, and where their values are; none for an entity without. */
export const createFindFields =
  ({ definitions, tables }: Pick<CustomPorts, 'definitions' | 'tables'>) =>
  async ({ db, actor }: Reader, entity: string): Promise<FoundFields | undefined> => {
    const table = tables().find((each) => each.entity === entity)
    if (!table) return undefined
    const fields = (await definitions.read(db, actor.companyId, entity)).filter(
      (field) => effectOn(actor.restricted, field) !== 'hide',
    )
    return fields.length === 0 ? undefined : { fields, of: { ...table, companyId: actor.companyId } }
  }
