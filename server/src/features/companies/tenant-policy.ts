import { BlockList, isIP } from 'node:net'

/** What whoever signs in to a company is held to by its tenant, as `policy_of` says it (migration 0043); null: by the platform alone. */
export type TenantPolicy = {
  idleMinutes: number | null
  absoluteMinutes: number | null
  mostDevices: number | null
  /** Signing in takes a second step, by now. */
  secondStep: boolean
  addresses: readonly string[]
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is among these addresses and CIDR blocks, IPv4 written as IPv6 too; of none, any is. */
export const mayComeFrom = (addresses: readonly string[], address: string): boolean => {
  if (addresses.length === 0) return true
  const allowed = new BlockList()
  for (const each of addresses) {
    const [network = '', prefix] = each.split('/')
    if (prefix === undefined) allowed.addAddress(network, familyOf(network))
    else allowed.addSubnet(network, Number(prefix), familyOf(network))
  }
  return allowed.check(address, familyOf(address))
}

type Life = { accessMinutes: number; idleMinutes: number; absoluteMinutes: number }
/** How long a session lasts where a tenant shortens what the platform lets everybody have. */
export const shortened = (life: Life, policy: Pick<TenantPolicy, 'idleMinutes' | 'absoluteMinutes'> | null): Life => {
  const idleMinutes = Math.min(life.idleMinutes, policy?.idleMinutes ?? life.idleMinutes)
  return {
    // Only exchanging a token says that somebody is at work: that happens several times before he counts as idle.
    accessMinutes: Math.min(life.accessMinutes, Math.ceil(idleMinutes / 5)),
    idleMinutes,
    absoluteMinutes: Math.min(life.absoluteMinutes, policy?.absoluteMinutes ?? life.absoluteMinutes),
  }
}
