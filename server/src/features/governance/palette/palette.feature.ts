import { paletteContract } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createPalette } from './palette.service.ts'

/** Search of the command palette. */
export const createPaletteFeature = (ports: Parameters<typeof createPalette>[0]) => {
  const palette = createPalette(ports)
  return {
    routes: implement(paletteContract, {
      find: (scope, query) => palette.find(scope, query.keyword),
    }),
  }
}
