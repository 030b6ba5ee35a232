/** The address of a tenant's console under its own host, which is served like the platform's. */
export const tenantOrigin = (siteOrigin: string, host: string): string => {
  const { protocol, port } = new URL(siteOrigin)
  return `${protocol}//${host}${port && `:${port}`}`
}
