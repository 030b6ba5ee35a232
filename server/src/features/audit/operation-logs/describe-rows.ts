import { t } from '@atrium/contract/kernel/texts.ts'
/** Rows of the log by their numbers, in Chinese. */
export const describeRows = (first: number, last: number): string =>
  t('第 {first}{value} 条', { first, value: last > first ? t(' 到 {last}', { last }) : '' })
