import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isAddressAllowed } from '../address-filter.ts'

/** Beyond it IPv6 is not assigned. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
/** Public by its number, yet answered by the cloud's own host for the machine that asks. */
const cloudHosts = new Set(['168.63.129.16'])
const isPublic = (address: string): boolean => {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || cloudHosts.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/**
 * Whether calls may be forwarded to an address: to a public one, or to one in the networks that the operator allows. An
 * address that maps or carries an IPv4 one (RFC 4291, RFC 6052, RFC 3056) counts as special.
 */
export const isAllowedTarget = (address: string, allowedNetworks: readonly string[]): boolean => {
  if (!ipaddr.isValid(address)) return false
  if (allowedNetworks.length > 0 && isAddressAllowed(allowedNetworks, address)) return true
  return isPublic(address)
}

const hostOf = (target: string) => URL.parse(target)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? ''

/** Whether a target names a refused address itself. Names are looked up at each call, as their addresses change. */
export const isRefusedLiteral = (target: string, allowedNetworks: readonly string[]): boolean => {
  const host = hostOf(target)
  return isIP(host) !== 0 && !isAllowedTarget(host, allowedNetworks)
}

/** Whether a target names an address of the networks that the operator allows. */
export const isAllowedLiteral = (target: string, allowedNetworks: readonly string[]): boolean => {
  const host = hostOf(target)
  return isIP(host) !== 0 && allowedNetworks.length > 0 && isAddressAllowed(allowedNetworks, host)
}
