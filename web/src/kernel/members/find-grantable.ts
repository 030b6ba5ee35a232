import type { Find } from '../../ui/use-found-options.ts'

type Offered = { value: string; label: string; extra: { grantable: boolean } }
/** What is found of what can be given, whether the caller may give it or not. */
type Ask = (keyword: string, signal: AbortSignal) => Promise<readonly Offered[]>

/** Finds what can be given: what the caller may not give is shown, and says so. In: how it is asked for, and ids that are not offered. */
export const findGrantable =
  (ask: Ask, without: readonly string[] = []): Find =>
  async (keyword, _chosen, signal) =>
    (await ask(keyword, signal))
      .filter(({ value }) => !without.includes(value))
      .map(({ value, label, extra: { grantable } }) => ({
        value,
        label: grantable ? label : `${label}（超出可授予范围）`,
        disabled: !grantable,
      }))
