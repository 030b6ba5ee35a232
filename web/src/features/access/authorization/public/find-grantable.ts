import { t } from '../../../../ui/texts.ts'
import type { Find } from '../../../../ui/use-found-options.ts'

type GrantableOption = { value: string; label: string; extra: { grantable: boolean } }
/** Searches grantable options, including those that the caller cannot grant. */
type SearchGrantable = (keyword: string, signal: AbortSignal) => Promise<readonly GrantableOption[]>

/**
 * Finds grantable options; those beyond the caller's rights are disabled and labelled so. `excludedIds` are left out.
 */
export const findGrantable =
  (search: SearchGrantable, excludedIds: readonly string[] = []): Find =>
  async (keyword, _chosen, signal) =>
    (await search(keyword, signal))
      .filter(({ value }) => !excludedIds.includes(value))
      .map(({ value, label, extra: { grantable } }) => ({
        value,
        label: grantable ? label : t('{label}（超出可授予范围）', { label }),
        disabled: !grantable,
      }))
