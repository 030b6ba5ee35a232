import { maxTextLength } from './cell.ts'

/** Beginnings that a spreadsheet runs as a formula, behind any apostrophes that say so already. */
const runs = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r])/

/**
 * A text that no spreadsheet runs, not even after it was saved as CSV: with an apostrophe before a formula.
 * `originalText` takes it away again, exactly.
 */
export const inertText = (text: string): string => (runs.test(text) ? `'${text}` : text)
/** The text that `inertText` was given. */
export const originalText = (text: string): string =>
  text.charCodeAt(0) === 39 && runs.test(text) ? text.slice(1) : text

/** What XML cannot hold, or would change (CR), and texts that look like its escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
const escaped = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g
const escapeCode = (unit: string) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const markup = /[&<>"]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const special = /[^\u0020-\u0021\u0023-\u0025\u0027-\u003b\u003d\u003f-\u005e\u0060-\ud7ff\ue000-\ufffd]/

/** Text as XML, without what a cell adds to it: for attributes and formulas. */
export const xmlText = (text: string): string =>
  special.test(text)
    ? text
        .toWellFormed()
        .replace(escaped, escapeCode)
        .replace(markup, (sign) => entities[sign] as string)
    : text

/** Almost every text is written as it is: nothing to escape, no formula, no space at an end. */
const needsCare =
  /^[\s'=+\-@＝＋－＠]|[^\u0020-\u0021\u0023-\u0025\u0027-\u003b\u003d\u003f-\u005e\u0060-\ud7ff\ue000-\ufffd]|\s$/
/** Whether `xmlOfText` leaves a text as it is. */
export const isPlain = (text: string): boolean => text.length <= maxTextLength && !needsCare.test(text)

/** XML of a cell's text. A text longer than a cell can hold is cut and ends with an ellipsis. */
export const xmlOfText = (text: string): string => {
  const inert = inertText(text)
  return xmlText(inert.length > maxTextLength ? `${inert.slice(0, maxTextLength - 1)}…` : inert)
}

const escapes = /_x([0-9A-Fa-f]{4})_/g
/** Text of a cell from its XML, whose entities are resolved already. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(escapes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
