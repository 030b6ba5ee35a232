import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { PalettePage } from './palette-item.ts'

/** What actions need of the console. */
export type PaletteContext = {
  pages: readonly PalettePage[]
  /** Pages of the handbook, which every user has. */
  helpPages: readonly PalettePage[]
  /** Forms of modules, by the list that opens them. */
  moreForms: readonly { noun: string; component: string; endpoint: Endpoint }[]
  can: (endpoint: Endpoint) => boolean
  /** The user's own id: no one locks themselves. */
  selfId: string
  /** Asks for a reason and switches to a company. */
  enter: (company: { companyId: string; name: string }) => void
  /** Explains a refused call. */
  explain: (traceId: string) => void
}
