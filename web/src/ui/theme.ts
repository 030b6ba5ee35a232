import { type ThemeConfig, theme } from 'antd'
import { type Accent, paintAccent } from './accent.ts'

/** What the kit calls a colour → what tokens.css calls it. */
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

/** The words on the kit's filled buttons. */
const buttonColors = { primaryColor: '--on-accent', dangerColor: '--on-solid' } as const

/** The colours as the style sheet resolves them for the scheme the document shows now. */
const readColors = <N extends string>(names: Readonly<Record<N, string>>): Record<N, string> => {
  const probe = document.createElement('span')
  document.body.append(probe)
  const read = Object.entries<string>(names).map(([name, variable]) => {
    probe.style.color = `var(${variable})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(read)
}

/** `still`: nothing moves; `accent`: in place of the product's. */
type Taste = { dark: boolean; compact: boolean; still: boolean; accent: Accent }

/** The kit's theme: its algorithms, then our colours as they are; its dark algorithm would dim them. */
export const kitTheme = ({ dark, compact, still, accent }: Taste): ThemeConfig => {
  // The style sheet's own colours first: the kit's are read from them.
  paintAccent(accent)
  const ours = readColors(colors)
  const base = dark ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    algorithm: [
      base,
      ...(compact ? [theme.compactAlgorithm] : []),
      (seed, map) => ({ ...(map ?? base(seed)), ...ours }),
    ],
    cssVar: { key: 'console' },
    hashed: false,
    token: { ...ours, fontFamily: 'var(--font)', motion: !still },
    components: { Button: readColors(buttonColors) },
  }
}
