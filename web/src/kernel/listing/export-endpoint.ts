import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { isCustomSort } from '@atrium/contract/kernel/listing.ts'
import { exportedFields, type Sheet } from '@atrium/contract/kernel/sheet.ts'
import type * as z from 'zod/mini'

/** An endpoint that exports a list. */
export type ExportEndpoint = Endpoint & { method: 'POST'; wire: 'binary'; body: z.ZodMiniObject; sheet: Sheet }

/** Whether rows can be selected for it by their ids. */
export const selectsRows = ({ body }: ExportEndpoint): boolean => 'ids' in body.shape

/** Those of a list's columns that it writes, in their order; undefined for all. */
export const exportedColumns = ({ sheet }: ExportEndpoint, keys: readonly string[]): string[] | undefined => {
  const known = exportedFields(sheet)
  const shown = keys.filter((key) => known.includes(key) || isCustomSort(key))
  const isAll = shown.length === known.length && !shown.some(isCustomSort)
  return shown.length === 0 || isAll ? undefined : shown
}
