import type { AccentColors } from '@atrium/contract/kernel/accent-colors.ts'

/** An accent in both schemes; null: the product's own. */
export type Accent = { light: AccentColors; dark: AccentColors } | null

/** What an accent's colours are called there → what tokens.css calls them. */
const variables = { accent: '--accent', strong: '--accent-strong', soft: '--accent-soft', onAccent: '--on-accent' }

/** Puts another accent in the place of the product's own, or that back. */
export const paintAccent = (accent: Accent): void => {
  const { style } = document.documentElement
  for (const name of ['accent', 'strong', 'soft', 'onAccent'] as const)
    if (accent) style.setProperty(variables[name], `light-dark(${accent.light[name]}, ${accent.dark[name]})`)
    else style.removeProperty(variables[name])
}
