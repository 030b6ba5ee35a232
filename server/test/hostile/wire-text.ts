const tab = 0x09
/** Text as a header value: its UTF-8 bytes without those that Node's parser refuses. */
export const asHeader = (text: string): string =>
  Buffer.from(Buffer.from(text, 'utf8').filter((byte) => byte === tab || (byte >= 0x20 && byte !== 0x7f)))
    .toString('latin1')
    .slice(0, 8000)

/** Percent-encoded text; a lone surrogate becomes its three bytes, which no decoder should accept. */
export const asUrlPart = (text: string): string => {
  let encoded = ''
  for (const character of text) {
    const unit = character.charCodeAt(0)
    const half = character.length === 1 && unit >= 0xd800 && unit <= 0xdfff
    encoded += half
      ? `%ED%${(0x80 | ((unit >> 6) & 0x3f)).toString(16)}%${(0x80 | (unit & 0x3f)).toString(16)}`
      : encodeURIComponent(character)
  }
  return encoded
}
