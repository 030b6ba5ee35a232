import { expect, it } from 'vitest'
import { toNetwork } from './to-network.ts'

it('is an IPv4 address itself, and the network of an IPv6 address in any form', () => {
  expect(['203.0.113.9', '::ffff:203.0.113.9'].map(toNetwork)).toEqual(['203.0.113.9', '203.0.113.9'])
  const network = '2001:db8:0:1::/64'
  for (const address of [
    '2001:db8:0:1::5',
    '2001:DB8::1:0:0:0:5',
    '2001:db8:0:1:ffff:ffff:ffff:ffff',
    '2001:db8:0:1::192.0.2.1',
  ])
    expect(toNetwork(address)).toBe(network)
  expect([toNetwork('::1'), toNetwork('fe80::1%eth0'), toNetwork('')]).toEqual(['0:0:0:0::/64', 'fe80:0:0:0::/64', ''])
})
