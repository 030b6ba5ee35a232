import type { Feature } from '../../../kernel/feature.ts'
import { paletteContract } from './palette.contract.ts'

export const paletteFeature = {
  sort: 265,
  contracts: { palette: paletteContract },
} as const satisfies Feature
