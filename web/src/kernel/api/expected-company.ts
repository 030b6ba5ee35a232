import { create } from 'zustand'

let expected: string | undefined

/** Binds every further call to this company: the server refuses them if the session acts in another one. */
export const expectCompany = (id: string): void => {
  expected = id
}

/** The company this page shows; undefined until known. */
export const expectedCompany = (): string | undefined => expected

/** Whether the server reported that the session belongs to another company than this page. */
export const useCompanyMismatch = create<{ other: boolean }>(() => ({ other: false }))

/** Marks the page as outdated: its session belongs to another company. */
export const reportCompanyMismatch = (): void => useCompanyMismatch.setState({ other: true })
