import { pageLanguage } from './texts.ts'

const plain = new Intl.NumberFormat(pageLanguage)

/** A number as the page's language writes it: `12,345`. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  options === undefined ? plain.format(value) : value.toLocaleString(pageLanguage, options)
