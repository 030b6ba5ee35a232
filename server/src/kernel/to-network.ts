import { isIP } from 'node:net'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const groups = 8
const networkGroups = 4

/** What limits by address count: an IPv4 address, or the network of an IPv6 one, in which its holder chooses any. */
export const toNetwork = (address: string): string => {
  const [plain = ''] = address.split('%')
  const inner = mapped.exec(plain)?.[1]
  if (inner) return inner
  if (isIP(plain) !== 6) return address
  // The URL writes the last groups as such, whatever form they came in.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const all = [
    ...(first ?? []),
    ...Array(groups - (first?.length ?? 0) - (last?.length ?? 0)).fill('0'),
    ...(last ?? []),
  ]
  return `${all.slice(0, networkGroups).join(':')}::/64`
}
