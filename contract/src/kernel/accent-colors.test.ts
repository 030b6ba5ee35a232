import { describe, expect, it } from 'vitest'
import { contrastOnLight, isReadable, toAccent } from './accent-colors.ts'

const hues = Array.from({ length: 16 }, (_, at) => at * 17)
const hex = (...channels: number[]) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
const colors = hues.flatMap((red) => hues.flatMap((green) => hues.map((blue) => hex(red, green, blue))))

describe('toAccent', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrastOnLight('#000000')).toBeGreaterThan(15)
    expect(isReadable('#0a53c1')).toBe(true)
    // The grey has a contrast of 4.54 on white, and less on the off-white surface.
    expect(isReadable('#767676')).toBe(false)
    expect(isReadable('#ffcc00')).toBe(false)
  })
  it('makes every colour that is readable on light surfaces readable on dark ones', () => {
    for (const color of colors.filter(isReadable)) {
      const { light, dark } = toAccent(color)
      expect(light.accent).toBe(color)
      expect(light.onAccent).toBe('#ffffff')
      for (const each of Object.values(dark)) expect(each).toMatch(/^#[0-9a-f]{6}$/)
      expect(contrastOnLight(dark.accent)).toBeLessThan(contrastOnLight(color) + 0.01)
    }
  })
})
