import type { Destination } from './destination.ts'

/** State and callbacks shared by all rows of the drawer. */
export type SwitcherState = {
  /** Id of this tab's company. */
  currentCompanyId: string
  chosen: Destination | undefined
  /** Short reason why a company refuses visits; undefined if it does not or is not checked yet. */
  findRefusal: (companyId: string) => string | undefined
  onChoose: (destination: Destination) => void
  /** Pins or unpins a company. */
  onPin: (destination: Destination) => void
  onEnter: (destination: Destination) => void
}
