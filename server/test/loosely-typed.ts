/** A request that the types reject, to test that the server does too. */
export const unchecked = (request: unknown) => request as never

/** Data of an answer other than the endpoint's reply, for example of code 111. */
export const dataAs = <T>({ data }: { data?: unknown }) => data as T
