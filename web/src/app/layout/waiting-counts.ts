import { create } from 'zustand'

type Counts = Readonly<Record<string, number>>

/** How many things wait for the user on a page, by the page's component. Empty until the first page has settled. */
export const useWaitingCounts = create<Counts>(() => ({}))

/** Sets the number for one page. */
export const setWaitingCount = (component: string, count: number): void =>
  useWaitingCounts.setState({ [component]: count })

const most = 99
/** A count as it is shown; undefined if nothing waits. */
export const waitingText = (count: number): string | undefined => {
  if (count === 0) return undefined
  return count > most ? `${most}+` : String(count)
}
