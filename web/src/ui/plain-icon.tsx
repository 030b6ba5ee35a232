const eye = 'M2 12q10-14 20 0q-10 14-20 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0'
/** Drawn here: the icon library weighs more than the pages that need only these. */
const outlines = {
  eye,
  eyeOff: `${eye}M4 20L20 4`,
  globe: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0h20M12 2a14.5 14.5 0 0 0 0 20a14.5 14.5 0 0 0 0-20',
  key: 'M11 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0M12.5 11.5L3 21M6 18l3 3M9.5 14.5l2.5 2.5',
  rotate: 'M20 12a8 8 0 1 1-2.5-5.8L20 9M20 3v6h-6',
} as const

/** An icon for pages that do not load the kit. */
export const PlainIcon = ({ name, size }: { name: keyof typeof outlines; size: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={outlines[name]} />
  </svg>
)
