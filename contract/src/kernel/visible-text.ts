/**
 * Characters that show nothing and change what a text looks like or whether it equals another: controls, line separators,
 * bidirectional controls (U+202E), zero-width characters, fillers, tags. Names that look alike must be alike.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{DI}]/u

/** Where such characters belong: without them the text is misspelt or falls apart. */
const needed = [
  // Keycaps, and the flags of regions, spelt in tags.
  /[0-9#*]\uFE0F?\u20E3|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}/u,
  // Families, professions and the like, joined by U+200D.
  /\p{ExtPict}(?:\p{EMod}|[\uFE0E\uFE0F])?(?:\u200D\p{ExtPict}(?:\p{EMod}|[\uFE0E\uFE0F])?)*/u,
  // Han characters with a registered variant.
  /\p{sc=Hani}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u,
  // Scripts that choose letter forms by joiners (Uyghur and its kin, Indic scripts) or selectors (Mongolian).
  /[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}][\u200C\u200D]/u,
  /\p{sc=Mong}[\u180B-\u180F]/u,
]
const neededInside = new RegExp(needed.map(({ source }) => source).join('|'), 'gu')
/** Texts of several lines may also be laid out, and may say which way they run. */
const layout = /[\t\n\r\u200E\u200F\u061C]/g

/** Whether a name or another text of one line shows everything it holds. */
export const isVisibleLine = (value: string): boolean => !invisible.test(value.replace(neededInside, ''))

/** The same for a text of several lines. */
export const isVisibleText = (value: string): boolean => isVisibleLine(value.replace(layout, ''))
