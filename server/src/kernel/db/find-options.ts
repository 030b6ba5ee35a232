import { maxOptions } from '@atrium/contract/kernel/autocomplete.ts'

type Option = { value: string }
/** What an autocomplete endpoint is asked for. */
export type AskedOptions = { keyword: string }

/**
 * Options of an autocomplete field: the selected row first, then rows that match the keyword. Takes the id of the selected
 * row, `0` for none, and how to find one row by id, and at most `limit` rows by keyword.
 */
export const findOptions = async <Row extends Option>(
  id: string,
  { keyword }: AskedOptions,
  find: { one(id: string): Promise<Row | undefined>; matching(keyword: string, limit: number): Promise<Row[]> },
): Promise<Row[]> => {
  const chosen = id === '0' ? undefined : await find.one(id)
  const found = await find.matching(keyword, maxOptions)
  return chosen ? [chosen, ...found.filter(({ value }) => value !== id)].slice(0, maxOptions) : found
}
