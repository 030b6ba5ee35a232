import { type ThemeConfig, theme } from 'antd'
import { type Accent, applyAccent } from './accent.ts'
import { readColors } from './token-colors.ts'

/** Kit colour names → variables of tokens.css. */
const colors = {
  colorPrimary: '--accent',
  colorInfo: '--accent',
  colorLink: '--accent',
  colorLinkHover: '--accent-strong',
  colorPrimaryHover: '--accent-strong',
  colorPrimaryActive: '--accent-strong',
  colorError: '--danger',
  colorErrorBg: '--danger-soft',
  colorSuccess: '--success',
  colorSuccessBg: '--success-soft',
  colorSuccessBorder: '--success-line',
  colorWarning: '--warning',
  colorText: '--text',
  colorTextHeading: '--text',
  colorTextSecondary: '--text-quiet',
  colorTextTertiary: '--text-quiet',
  colorTextDescription: '--text-quiet',
  colorTextPlaceholder: '--placeholder',
  colorIcon: '--text-quiet',
  colorBgLayout: '--canvas',
  colorBgContainer: '--surface',
  colorBgElevated: '--surface-raised',
  colorBorderSecondary: '--line',
  colorSplit: '--line',
} as const

/** Text colours of the kit's filled buttons. */
const buttonColors = { primaryColor: '--on-accent', dangerColor: '--on-solid' } as const

/** Frames of what is filled in, 3:1 on every surface. The frame of a button may be paler: its words are enough. */
const frameColors = { colorBorder: '--line-strong' } as const
const framed = ['Input', 'InputNumber', 'Select', 'DatePicker'] as const

/** `accent` replaces the product's own. */
type ThemeOptions = { dark: boolean; reducedMotion: boolean; accent: Accent }

/** Theme of the kit: its algorithms, then the product's colours unchanged, as the dark algorithm would dim them. */
export const kitTheme = ({ dark, reducedMotion, accent }: ThemeOptions): ThemeConfig => {
  // Apply the accent first: the kit's colours are read from the style sheet.
  applyAccent(accent)
  const ours = readColors(colors)
  const base = dark ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    algorithm: [base, (seed, map) => ({ ...(map ?? base(seed)), ...ours })],
    cssVar: { key: 'console' },
    hashed: false,
    token: { ...ours, fontFamily: 'var(--font)', motion: !reducedMotion },
    components: {
      Button: readColors(buttonColors),
      ...Object.fromEntries(framed.map((name) => [name, readColors(frameColors)])),
    },
  }
}
