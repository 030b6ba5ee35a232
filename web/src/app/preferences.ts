import { create } from 'zustand'
import { readStored, writeStored } from '../kernel/page/storage.ts'

export const themes = ['light', 'dark', 'system'] as const
export const densities = ['comfortable', 'compact'] as const
export type Theme = (typeof themes)[number]
export type Density = (typeof densities)[number]

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = (theme: Theme) => (theme === 'system' ? systemDark.matches : theme === 'dark')
const oneOf = <T extends string>(all: readonly T[], stored: string | undefined, otherwise: T): T =>
  all.find((each) => each === stored) ?? otherwise

const names = { theme: 'atrium.theme', density: 'atrium.density' } as const
const theme = oneOf(themes, readStored('local', names.theme), 'system')
const density = oneOf(densities, readStored('local', names.density), 'comfortable')

/** How this person likes the console to look, in this browser. */
export const usePreferences = create<{ theme: Theme; density: Density; dark: boolean }>(() => ({
  theme,
  density,
  dark: isDark(theme),
}))

/** Puts the preferences on the document; the style sheets do the rest. */
const show = ({ dark, density }: { dark: boolean; density: Density }) => {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = density
}
const set = (change: { theme?: Theme; density?: Density }) => {
  const next = { ...usePreferences.getState(), ...change }
  const dark = isDark(next.theme)
  // Before anybody renders: the kit reads its colours from the document.
  show({ dark, density: next.density })
  usePreferences.setState({ ...next, dark })
}

export const setTheme = (theme: Theme): void => {
  writeStored('local', names.theme, theme)
  set({ theme })
}
export const setDensity = (density: Density): void => {
  writeStored('local', names.density, density)
  set({ density })
}

show(usePreferences.getState())
systemDark.addEventListener('change', () => set({}))
