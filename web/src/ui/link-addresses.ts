/** Characters of an address. Chinese text and punctuation are none: they end it. */
const inside = String.raw`[\w\-.~:/?#[\]@!$&'()*+,;=%]`
/** Its last character; other punctuation there belongs to the sentence. */
const last = String.raw`[\w\-~/#&=%+$@*]`
const web = String.raw`(?:https?:\/\/|(?<![\w.@/-])www\.)${inside}*${last}`
const mail = String.raw`(?<![\w.+@/-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`
const address = `${web}|${mail}`
const closing = String.raw`[!'"(),.:;?[\]]*`

/** Every address in a text. */
export const addresses = new RegExp(address, 'gi')
/** An address at the end of a text, and punctuation behind it. */
export const addressAtEnd = new RegExp(`(${address})${closing}$`, 'i')
/** The same, behind which something else has begun: a space, or a few Chinese characters. */
export const finishedAddress = new RegExp(String.raw`(${address})${closing}(?:[^\S\n]|[^ -~\s]{1,8})$`, 'i')

/** What a typed address leads to: mail, or a host, without a scheme over HTTPS. */
export const toLink = (typed: string): string => {
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed)) return typed
  return new RegExp(`^${mail}$`, 'i').test(typed) ? `mailto:${typed}` : `https://${typed}`
}
