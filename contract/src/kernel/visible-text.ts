/**
 * Characters that show nothing and change what a text looks like or whether it equals another: controls, line separators,
 * bidirectional controls (U+202E), zero-width characters, fillers, tags. Names that look alike must be alike.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

const emoji = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?`
/** Where such characters belong: without them the text is misspelt or falls apart. */
const needed = [
  // Keycaps, and the flags of regions, spelt in tags.
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}`,
  // Families, professions and the like, joined by U+200D.
  String.raw`${emoji}(?:\u200D${emoji})*`,
  // Han characters with a registered variant.
  String.raw`\p{Script=Han}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  // Scripts that choose letter forms by joiners (Uyghur and its kin, Indic scripts) or selectors (Mongolian).
  String.raw`[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}` +
    String.raw`\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}][\u200C\u200D]`,
  String.raw`[\p{Script=Mongolian}][\u180B-\u180F]`,
]
const neededInside = new RegExp(needed.join('|'), 'gu')
/** Texts of several lines may also be laid out, and may say which way they run. */
const layout = /[\t\n\r\u200E\u200F\u061C]/g

/** Whether a name or another text of one line shows everything it holds. */
export const isVisibleLine = (value: string): boolean => !invisible.test(value.replace(neededInside, ''))

/** The same for a text of several lines. */
export const isVisibleText = (value: string): boolean => isVisibleLine(value.replace(layout, ''))
