import type * as OidcProvider from 'oidc-provider'

let loaded: typeof OidcProvider | undefined

/** Loads the provider's library with the first provider: an idle node is 30 MB smaller without it. */
export const loadLibrary = async (): Promise<typeof OidcProvider> => {
  loaded ??= await import('oidc-provider')
  return loaded
}
/**
 * The library, for what a provider calls.
 * @throws if none was made yet
 */
export const library = (): typeof OidcProvider => {
  if (!loaded) throw new Error('no provider was made yet')
  return loaded
}
/** The request that a provider answers at the moment. */
export const currentContext = (): typeof OidcProvider.Provider.ctx => loaded?.Provider.ctx
