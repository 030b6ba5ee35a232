/**
 * Invisible characters, which make a text look different or equal to another: controls, line separators, bidirectional
 * controls (U+202E), zero-width characters, fillers, tags.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{DI}]/u

/** Sequences that need invisible characters to be spelled correctly. */
const requiredInvisible = [
  // Keycaps, and flags of regions spelled in tags.
  /[0-9#*]\uFE0F?\u20E3|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}/u,
  // Emoji sequences joined by U+200D, such as families and professions.
  /\p{ExtPict}(?:\p{EMod}|[\uFE0E\uFE0F])?(?:\u200D\p{ExtPict}(?:\p{EMod}|[\uFE0E\uFE0F])?)*/u,
  // Han characters with a registered variant.
  /\p{sc=Hani}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u,
  // Scripts that choose letter forms by joiners (Uyghur and related, Indic scripts) or by selectors (Mongolian).
  /[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}][\u200C\u200D]/u,
  /\p{sc=Mong}[\u180B-\u180F]/u,
]
const requiredInvisiblePattern = new RegExp(requiredInvisible.map(({ source }) => source).join('|'), 'gu')
/** Layout characters and direction marks, allowed in multi-line texts. */
const layout = /[\t\n\r\u200E\u200F\u061C]/g
const removable = new RegExp(`(${requiredInvisiblePattern.source}|${layout.source})|${invisible.source}`, 'gu')

/** Whether a single-line text has no hidden characters. */
export const isVisibleLine = (value: string): boolean => !invisible.test(value.replace(requiredInvisiblePattern, ''))

/** Whether a multi-line text has no hidden characters. */
export const isVisibleText = (value: string): boolean => isVisibleLine(value.replace(layout, ''))

/** Removes the hidden characters from a text of several lines; those that spelling needs and layout characters stay. */
export const withoutInvisible = (value: string): string =>
  value.replace(removable, (_, kept: string | undefined) => kept ?? '')
