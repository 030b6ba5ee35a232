import { createRequire } from 'node:module'

// Eleven megabytes that only whoever looks at a list of addresses needs; its package knows no named import.
const require = createRequire(import.meta.url)
type Place = { country: string; province: string; city: string }
type Atlas = { search(ip: string): Place | null }
let atlas: Atlas | undefined
const opened = (): Atlas => {
  atlas ??= new (require('ip2region') as { default: new () => Atlas }).default()
  return atlas
}

/** The place an address belongs to (浙江省 杭州市), 内网 for private ones, empty where nobody knows. In: IPv4 or IPv6. */
export const placeOf = (ip: string): string => {
  const found = opened().search(ip.replace(/^::ffff:/, ''))
  if (!found) return ip === '::1' ? '内网' : ''
  if (found.city === '内网IP') return '内网'
  const { country, province, city } = found
  const parts = country === '中国' ? [province, city] : [country, province, city]
  return [...new Set(parts)].filter(Boolean).join(' ')
}
