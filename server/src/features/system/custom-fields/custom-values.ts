import type { CustomInputs } from '@atrium/contract/kernel/custom-fields.ts'
import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import type { CustomField } from './definitions.repository.ts'
import type { Reader } from './judge-rows.ts'
import { planValues, throwErrors, type ValuePlan } from './plan-values.ts'
import { createFindFields } from './seen-fields.ts'
import { effectOn, withValues } from './shown-values.ts'
import { type CustomPorts, writeBeside } from './with-custom-fields.ts'

/** A field as the caller sees it; `effect`: what they may not do. */
export type SeenField = CustomField & { readonly effect: FieldEffect | undefined }
type Row = { readonly id: string }

/** Custom values of an entity for protocols of their own, which call no endpoint of the console. */
export const createCustomValues = (ports: CustomPorts, entity: string) => {
  const find = createFindFields(ports)
  return {
    /** The fields that the caller sees, in their order. */
    async fields(reader: Reader): Promise<SeenField[]> {
      const { fields = [] } = (await find(reader, entity)) ?? {}
      return fields.map((field) => ({ ...field, effect: effectOn(reader.actor.restricted, field) }))
    },
    /** Rows with their values in `custom`, as the caller sees them. */
    async show<R extends Row>(reader: Reader, rows: readonly R[]) {
      const found = rows.length === 0 ? undefined : await find(reader, entity)
      if (!found) return rows.map((row) => ({ ...row, custom: {} }))
      const { restricted } = reader.actor
      return withValues(reader.db, found.of, { fields: found.fields, restricted }, rows)
    },
    /**
     * Plans what a request changes of a row, or of a new one.
     * @throws `invalid` with what refuses each value
     */
    async plan({ db, actor }: Reader, sent: CustomInputs, id?: string): Promise<ValuePlan | undefined> {
      const table = ports.tables().find((each) => each.entity === entity)
      const fields = await ports.definitions.read(db, actor.companyId, entity)
      if (!table || fields.length === 0) return undefined
      const of = { ...table, companyId: actor.companyId }
      const planned = await planValues(ports, { db, actor }, of, fields, { sent, ...(id !== undefined && { id }) })
      throwErrors(planned)
      return planned.isEmpty ? undefined : planned
    },
    /** Runs what adds or changes a row, and writes the values that were planned for it. */
    async write<T>(scope: RequestScope, planned: ValuePlan | undefined, work: (scope: RequestScope) => Promise<T>) {
      if (!planned) return work(scope)
      const { note, settle } = writeBeside(scope, planned)
      const done = await work({ ...scope, note })
      await settle(scope.db)
      return done
    },
  }
}
export type CustomValuesOf = ReturnType<typeof createCustomValues>
