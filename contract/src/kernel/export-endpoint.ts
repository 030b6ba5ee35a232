import type * as z from 'zod/mini'
import { binary } from './binary.ts'
import { type NamesUsers, permitted } from './endpoint.ts'
import { exportBody, type Sheet } from './sheet.ts'

type Exporting<P, E, Who, F extends z.core.$ZodShape, S> = {
  /** What is exported, in the plural. */
  noun: string
  path: P
  event: E
  namesUsers: Who
  filter: z.ZodMiniObject<F>
  sheet: S
}
/**
 * The endpoint that exports a list, to be spread into a contract and overridden by name. Takes the noun, the path, the
 * audit event, whether rows name people, the list's filter without page and sort, and the sheet.
 */
export const exportEndpoint = <
  const P extends string,
  const E extends string,
  const Who extends NamesUsers,
  F extends z.core.$ZodShape,
  S extends Sheet,
>({
  noun,
  path,
  event,
  namesUsers,
  filter,
  sheet,
}: Exporting<P, E, Who, F, S>) =>
  ({
    method: 'POST',
    path,
    summary: `Export matching ${noun} as .xlsx or CSV; a POST because the export is audited`,
    access: permitted('export'),
    reach: 'manual',
    wire: 'binary',
    namesUsers,
    audit: { event },
    quiet: true,
    body: exportBody(filter, sheet),
    reply: binary,
    sheet,
  }) as const
