const wide = /[\u2e80-\uffff]/

/** How wide a text is in pixels, estimated: most letters are about half as wide as a Chinese one. */
export const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (wide.test(letter) ? size : size * 0.58), 0)
