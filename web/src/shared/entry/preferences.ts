import { create } from 'zustand'
import { readStored, writeStored } from '../../kernel/page/storage.ts'

export const themes = ['light', 'dark', 'system'] as const
export const densities = ['roomy', 'standard', 'compact'] as const
export type Theme = (typeof themes)[number]
export type Density = (typeof densities)[number]

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = (theme: Theme) => (theme === 'system' ? systemDark.matches : theme === 'dark')
const pickStored = <T extends string>(all: readonly T[], stored: string | undefined, otherwise: T): T =>
  all.find((each) => each === stored) ?? otherwise

const names = { theme: 'atrium.theme', density: 'atrium.density' } as const
const theme = pickStored(themes, readStored('local', names.theme), 'system')
const density = pickStored(densities, readStored('local', names.density), 'standard')

/** Display preferences of this browser. */
export const usePreferences = create<{ theme: Theme; density: Density; dark: boolean }>(() => ({
  theme,
  density,
  dark: isDark(theme),
}))

/** Applies the preferences to the document for the style sheets. */
const applyPreferences = ({ dark, density }: { dark: boolean; density: Density }) => {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = density
}
const updatePreferences = (change: { theme?: Theme; density?: Density }) => {
  const next = { ...usePreferences.getState(), ...change }
  const dark = isDark(next.theme)
  // Before rendering: the kit reads its colours from the document.
  applyPreferences({ dark, density: next.density })
  usePreferences.setState({ ...next, dark })
}

export const setTheme = (theme: Theme): void => {
  writeStored('local', names.theme, theme)
  updatePreferences({ theme })
}
export const setDensity = (density: Density): void => {
  writeStored('local', names.density, density)
  updatePreferences({ density })
}

applyPreferences(usePreferences.getState())
systemDark.addEventListener('change', () => updatePreferences({}))
