import { usePermittedActions } from '../access/use-permitted-actions.ts'
import { type ExportEndpoint, selectsRows } from './export-endpoint.ts'

export type PermittedExport = {
  endpoint: ExportEndpoint
  /** Rows can be ticked for it alone. */
  needsTicks: boolean
}

/**
 * A list's export, if the user may. Takes whether the list shows its selected row beside it, and so has no room for
 * ticks that serve an export alone.
 */
export const usePermittedExport = (
  endpoint: ExportEndpoint | undefined,
  isNarrow: boolean,
): PermittedExport | undefined => {
  const [permitted] = usePermittedActions(endpoint ? [{ endpoint }] : [])
  return permitted && { ...permitted, needsTicks: !isNarrow && selectsRows(permitted.endpoint) }
}
