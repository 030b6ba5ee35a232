import * as z from 'zod/mini'

/** Branding of a tenant; empty values use the platform's. Colours are `#rrggbb`. */
export const branding = z.object({
  title: z.string(),
  /** Etag of the picture, which is a call of its own; empty without one. */
  logo: z.string(),
  primary: z.string(),
  /** Background of the sign-in page. */
  background: z.string(),
})
export type Branding = z.output<typeof branding>

const accent = z.object({ accent: z.string(), strong: z.string(), soft: z.string(), onAccent: z.string() })
/** The accent for both colour schemes; null: the product's. */
export const theme = z.nullable(z.object({ primary: z.string(), light: accent, dark: accent }))
export type Theme = z.output<typeof theme>

/** The branding as browsers apply it. */
export const shownBranding = z.object({ title: z.string(), logo: z.string(), theme })
export type ShownBranding = z.output<typeof shownBranding>
