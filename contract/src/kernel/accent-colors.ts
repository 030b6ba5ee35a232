/** Accent colours of one scheme, named as in the style sheet. */
export type AccentColors = { accent: string; strong: string; soft: string; onAccent: string }
type Rgb = readonly [number, number, number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** Surfaces with the lowest accent contrast; the same values as in the style sheet. */
const lightSurface: Rgb = [0xf1, 0xf4, 0xf8]
const darkSurface: Rgb = [0x25, 0x2a, 0x32]
const onDarkAccent: Rgb = [0x14, 0x16, 0x1a]
/** Minimum contrast of normal text, WCAG 2.2 success criterion 1.4.3. */
const minContrast = 4.5

const toRgb = (color: string): Rgb => {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}
const toHex = (rgb: Rgb) => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
/** Mixes two colours. `share` from 0 (the first) to 1 (the second). */
const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share)
  return [part(0), part(1), part(2)]
}
const linear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
const contrast = (one: Rgb, other: Rgb) => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

const softLight = (color: Rgb) => mix(color, white, 0.92)
const softDark = (color: Rgb) => mix(color, darkSurface, 0.85)
const onLight = (color: Rgb) => Math.min(contrast(color, lightSurface), contrast(color, softLight(color)))
const onDark = (color: Rgb) => Math.min(contrast(color, darkSurface), contrast(color, softDark(color)))

/** Lowest contrast ratio of a colour (`#rrggbb`) as text on light surfaces (WCAG 2.2, relative luminance). */
export const contrastOnLight = (color: string): number => onLight(toRgb(color))

/** Whether a colour (`#rrggbb`) reaches the WCAG AA contrast as text on light surfaces. */
export const isReadable = (color: string): boolean => contrastOnLight(color) >= minContrast

/**
 * Derives the accent of both schemes from a colour (`#rrggbb`) that is readable on light surfaces. Light uses the colour
 * itself; dark lightens it until its contrast suffices.
 */
export const toAccent = (color: string): { light: AccentColors; dark: AccentColors } => {
  const own = toRgb(color)
  let share = 0
  let pale = own
  while (onDark(pale) < minContrast) {
    share += 0.04
    pale = mix(own, white, share)
  }
  return {
    light: {
      accent: toHex(own),
      strong: toHex(mix(own, black, 0.2)),
      soft: toHex(softLight(own)),
      onAccent: toHex(white),
    },
    dark: {
      accent: toHex(pale),
      strong: toHex(mix(pale, white, 0.3)),
      soft: toHex(softDark(pale)),
      onAccent: toHex(onDarkAccent),
    },
  }
}
