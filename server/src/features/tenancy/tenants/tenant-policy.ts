import { BlockList, isIP } from 'node:net'

/** Sign-in limits of a tenant, computed by `policy_of`; null: the platform's apply. */
export type TenantPolicy = {
  idleMinutes: number | null
  absoluteMinutes: number | null
  mostDevices: number | null
  /** Whether a second step is required now. */
  secondStep: boolean
  addresses: readonly string[]
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The same as `isAddressAllowed` for many addresses. */
export const createAddressFilter = (addresses: readonly string[]): ((address: string) => boolean) => {
  if (addresses.length === 0) return () => true
  const allowed = new BlockList()
  for (const each of addresses) {
    const [network = '', prefix] = each.split('/')
    if (prefix === undefined) allowed.addAddress(network, familyOf(network))
    else allowed.addSubnet(network, Number(prefix), familyOf(network))
  }
  return (address) => allowed.check(address, familyOf(address))
}
/**
 * Whether an address is in a list of addresses and CIDR blocks, with IPv4-mapped IPv6 supported. An empty list allows
 * any.
 */
export const isAddressAllowed = (addresses: readonly string[], address: string): boolean =>
  createAddressFilter(addresses)(address)

type SessionLifetime = { accessMinutes: number; idleMinutes: number; absoluteMinutes: number }
/** Shortens the platform's session lifetimes by the tenant's policy, in minutes. */
export const limitSessionLifetime = (
  lifetime: SessionLifetime,
  policy: Pick<TenantPolicy, 'idleMinutes' | 'absoluteMinutes'> | null,
): SessionLifetime => {
  const idleMinutes = Math.min(lifetime.idleMinutes, policy?.idleMinutes ?? lifetime.idleMinutes)
  return {
    // Activity is seen only at token refresh, which must happen several times within the idle limit.
    accessMinutes: Math.min(lifetime.accessMinutes, Math.ceil(idleMinutes / 5)),
    idleMinutes,
    absoluteMinutes: Math.min(lifetime.absoluteMinutes, policy?.absoluteMinutes ?? lifetime.absoluteMinutes),
  }
}
