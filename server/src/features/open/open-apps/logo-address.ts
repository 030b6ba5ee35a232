/** Makes addresses of files that need no token. */
export type SharedAddresses = { shared(companyId: string, fileId: string): string }

/** Where the logo of an application is shown; empty without one. */
export const logoAddress = (addresses: SharedAddresses, companyId: string, fileId: string | null): string =>
  fileId === null ? '' : addresses.shared(companyId, fileId)
