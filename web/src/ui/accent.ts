import type { AccentColors } from '@atrium/contract/kernel/accent-colors.ts'

/** Accent in both schemes; null: the product's own. */
export type Accent = { light: AccentColors; dark: AccentColors } | null

/** Accent colour names → variables of tokens.css. */
const variables = { accent: '--accent', strong: '--accent-strong', soft: '--accent-soft', onAccent: '--on-accent' }

/** Applies an accent, or restores the product's own. */
export const applyAccent = (accent: Accent): void => {
  const { style } = document.documentElement
  for (const name of ['accent', 'strong', 'soft', 'onAccent'] as const)
    if (accent) style.setProperty(variables[name], `light-dark(${accent.light[name]}, ${accent.dark[name]})`)
    else style.removeProperty(variables[name])
}
