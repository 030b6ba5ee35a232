import type { Place } from './place.ts'

/** What every row of the drawer knows about the others, and can ask for. */
export type Shelf = {
  /** The company this tab acts as now. */
  here: string
  chosen: Place | undefined
  /** Why nobody gets into a company, in a word; undefined where somebody does, or where nobody has asked. */
  closed: (companyId: string) => string | undefined
  onChoose: (place: Place) => void
  /** Keeps a company at hand, or lets go of it. */
  onPin: (place: Place) => void
  onEnter: (place: Place) => void
}
