import { randomInt } from 'node:crypto'

/** Strokes in a box of 10 × 14, so that no font is needed; look-alike letters and digits are left out. */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 14 L5 0 L10 14 M2 9 L8 9',
  C: 'M10 3 Q8 0 5 0 Q0 0 0 7 Q0 14 5 14 Q8 14 10 11',
  E: 'M10 0 L0 0 L0 14 L10 14 M0 7 L8 7',
  F: 'M10 0 L0 0 L0 14 M0 7 L8 7',
  H: 'M0 0 L0 14 M10 0 L10 14 M0 7 L10 7',
  J: 'M3 0 L10 0 M7 0 L7 10 Q7 14 3 14 Q0 14 0 11',
  K: 'M0 0 L0 14 M10 0 L0 8 M3 6 L10 14',
  L: 'M0 0 L0 14 L10 14',
  M: 'M0 14 L0 0 L5 8 L10 0 L10 14',
  N: 'M0 14 L0 0 L10 14 L10 0',
  P: 'M0 14 L0 0 L6 0 Q10 0 10 4 Q10 8 6 8 L0 8',
  R: 'M0 14 L0 0 L6 0 Q10 0 10 4 Q10 7 6 7 L0 7 M5 7 L10 14',
  T: 'M0 0 L10 0 M5 0 L5 14',
  U: 'M0 0 L0 9 Q0 14 5 14 Q10 14 10 9 L10 0',
  W: 'M0 0 L2 14 L5 5 L8 14 L10 0',
  X: 'M0 0 L10 14 M10 0 L0 14',
  Y: 'M0 0 L5 7 L10 0 M5 7 L5 14',
  3: 'M0 2 Q2 0 5 0 Q10 0 10 4 Q10 7 5 7 Q10 7 10 10 Q10 14 5 14 Q2 14 0 12',
  4: 'M7 14 L7 0 L0 10 L10 10',
  6: 'M9 1 Q0 1 0 9 Q0 14 5 14 Q10 14 10 10 Q10 6 5 6 Q1 6 0 10',
  7: 'M0 0 L10 0 L4 14',
  9: 'M10 5 Q9 8 5 8 Q0 8 0 4 Q0 0 5 0 Q10 0 10 5 Q10 13 2 14',
}
/** The captcha alphabet. */
export const glyphs = Object.keys(strokes).join('')

const width = 132
const height = 44
const randomBetween = (least: number, most: number) => randomInt(least, most + 1)

const drawGlyph = (character: string, at: number) => {
  const place = `translate(${17 + at * 29 + randomBetween(-2, 3)} ${randomBetween(8, 13)})`
  const bend = `rotate(${randomBetween(-22, 22)} 5 7) skewX(${randomBetween(-14, 14)}) scale(${randomBetween(13, 17) / 10} ${randomBetween(15, 18) / 10})`
  return `<path transform="${place} ${bend}" d="${strokes[character] ?? ''}"/>`
}
const drawLine = () => {
  const [from, to] = [randomBetween(4, height - 4), randomBetween(4, height - 4)]
  return `<path stroke-width="1.1" d="M0 ${from} C ${width / 3} ${randomBetween(0, height)} ${(2 * width) / 3} ${randomBetween(0, height)} ${width} ${to}"/>`
}

/**
 * Returns a PNG of 132 × 44 pixels; not an SVG, which a program could read.
 * @param answer the answer, made of `glyphs`
 */
export const drawCaptcha = async (answer: string): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  const marks = [...answer].map(drawGlyph).join('') + Array.from({ length: 3 }, drawLine).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f3f5f9"/><g fill="none" stroke="#24406e" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${marks}</g></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}
