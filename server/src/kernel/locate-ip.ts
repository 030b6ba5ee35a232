import { createRequire } from 'node:module'

// Loaded on demand: eleven megabytes that only address lists need; the package has no named export.
const require = createRequire(import.meta.url)
type Place = { country: string; province: string; city: string }
type Atlas = { search(ip: string): Place | null }
let atlas: Atlas | undefined
const openAtlas = (): Atlas => {
  atlas ??= new (require('ip2region') as { default: new () => Atlas }).default()
  return atlas
}

/**
 * The place of an address (浙江省 杭州市), 内网 for private ones, empty if unknown.
 * @param ip IPv4 or IPv6
 */
export const locateIp = (ip: string): string => {
  const found = openAtlas().search(ip.replace(/^::ffff:/, ''))
  if (!found) return ip === '::1' ? '内网' : ''
  if (found.city === '内网IP') return '内网'
  const { country, province, city } = found
  const parts = country === '中国' ? [province, city] : [country, province, city]
  return [...new Set(parts)].filter(Boolean).join(' ')
}
