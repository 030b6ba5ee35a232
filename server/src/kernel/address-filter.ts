import { BlockList, isIP } from 'node:net'

const detectFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The same as `isAddressAllowed` for many addresses. */
export const createAddressFilter = (addresses: readonly string[]): ((address: string) => boolean) => {
  if (addresses.length === 0) return () => true
  const allowed = new BlockList()
  for (const each of addresses) {
    const [network = '', prefix] = each.split('/')
    if (prefix === undefined) allowed.addAddress(network, detectFamily(network))
    else allowed.addSubnet(network, Number(prefix), detectFamily(network))
  }
  return (address) => allowed.check(address, detectFamily(address))
}
/**
 * Whether an address is in a list of addresses and CIDR blocks, with IPv4-mapped IPv6 supported. An empty list allows
 * any.
 */
export const isAddressAllowed = (addresses: readonly string[], address: string): boolean =>
  createAddressFilter(addresses)(address)
