import { create } from 'zustand'

let expected: string | undefined

/** Says which company this page is about; every call from now on is made in it or not at all (threat T13). */
export const expectCompany = (id: string): void => {
  expected = id
}

/** The company this page is about; undefined as long as nobody knows. */
export const expectedCompany = (): string | undefined => expected

/** Whether the server said that this tab's session belongs to another company than the page does. */
export const useOtherCompany = create<{ other: boolean }>(() => ({ other: false }))

/** The session belongs to another company: nothing on the page can be trusted to be about it. */
export const meetOtherCompany = (): void => useOtherCompany.setState({ other: true })
