import * as z from 'zod/mini'

/** What a tenant shows its people in place of the platform's own; empty: the platform's. Colours are `#rrggbb`. */
export const branding = z.object({
  title: z.string(),
  /** Changes with the picture; empty when there is none. The picture itself is a separate call. */
  logo: z.string(),
  primary: z.string(),
  /** Behind the sign-in page. */
  background: z.string(),
})
export type Branding = z.output<typeof branding>

const accent = z.object({ accent: z.string(), strong: z.string(), soft: z.string(), onAccent: z.string() })
/** The accent for both schemes, as it is painted; null: the product's. */
export const theme = z.nullable(z.object({ primary: z.string(), light: accent, dark: accent }))
export type Theme = z.output<typeof theme>

/** The branding as its people's browsers show it. */
export const shownBranding = z.object({ title: z.string(), logo: z.string(), theme })
export type ShownBranding = z.output<typeof shownBranding>
