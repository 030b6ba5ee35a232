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

const toHost = (target: string) => URL.parse(target)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? ''

/**
 * Names that lead nowhere from the internet: without a dot, or reserved for the machine itself, a local network, tests or
 * other ways of looking up (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, and `internal` by ICANN).
 */
const localName = /^[^.]+$|\.(localhost|local|internal|home\.arpa|test|example|invalid|onion|alt)$/

/**
 * Whether a target can never be reached: it names a refused address itself, or a local name although no network is
 * allowed beside public addresses. Other names are looked up at each call, as their addresses change.
 */
export const isRefusedTarget = (target: string, allowedNetworks: readonly string[]): boolean => {
  const host = toHost(target).replace(/\.$/, '')
  if (isIP(host) !== 0) return !isAllowedTarget(host, allowedNetworks)
  return allowedNetworks.length === 0 && localName.test(host)
}

/** Whether a target names an address of the networks that the operator allows. */
export const isAllowedLiteral = (target: string, allowedNetworks: readonly string[]): boolean => {
  const host = toHost(target)
  return isIP(host) !== 0 && allowedNetworks.length > 0 && isAddressAllowed(allowedNetworks, host)
}
