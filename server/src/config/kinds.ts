import { isIP } from 'node:net'
import { account } from '@atrium/contract/kernel/account.ts'
import { readHosts } from '../kernel/db/server-hosts.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import { type ProcessPart, processParts } from './process-parts.ts'

const toChoice = <const T extends string>(name: string, value: string, allowed: readonly T[]): T => {
  const found = allowed.find((each) => each === value)
  if (found === undefined)
    throw new Error(
      tell('环境变量 {name} 只能是 {allowed}，现在是“{value}”', { name, allowed: joinTold(allowed, '、'), value }),
    )
  return found
}
const toWhole = (name: string, value: string, { from, to }: { from: number; to: number }) => {
  const number = Number(value)
  if (!Number.isInteger(number) || number < from || number > to)
    throw new Error(
      to === ports.to
        ? tell('环境变量 {name} 不是有效的端口：“{value}”', { name, value })
        : tell('环境变量 {name} 不是有效的连接数（1-1000）：“{value}”', { name, value }),
    )
  return number
}
const ports = { from: 0, to: 65535 }
const toHostAndPort = (name: string, value: string): string => {
  if (value === '' || /^[^\s/@]+:\d{1,5}$/.test(value)) return value
  throw new Error(tell('环境变量 {name} 应写成 主机:端口，现在是“{value}”', { name, value }))
}
const toList = (_: string, value: string): string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

const isNetwork = (text: string) => {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}

/**
 * What a value is read into, by the kind of its variable. Takes the variable's name, its value and its choices.
 * @throws an Error for the operator, which names the variable; never with the value of a secret
 */
export const readers = {
  text: (_: string, value: string) => value,
  choice: (name: string, value: string, choices: readonly string[]) => toChoice(name, value, choices),
  yesNo: (name: string, value: string) => toChoice(name, value, ['yes', 'no']) === 'yes',
  port: (name: string, value: string) => toWhole(name, value, ports),
  optionalPort: (name: string, value: string) => (value === '' ? undefined : toWhole(name, value, ports)),
  poolSize: (name: string, value: string) => (value === '' ? undefined : toWhole(name, value, { from: 1, to: 1000 })),
  hostAndPort: toHostAndPort,
  socket: (name: string, value: string) => (value.startsWith('/') ? value : toHostAndPort(name, value)),
  list: toList,
  publicUrl: (_: string, value: string) => value.replace(/\/+$/, ''),
  nodeName(name: string, value: string) {
    if (/^[\w.:@-]{0,100}$/.test(value)) return value
    throw new Error(
      tell('环境变量 {name} 只能含字母、数字和 . _ : @ -，最多 100 个字符，现在是“{value}”', { name, value }),
    )
  },
  databaseUrl(name: string, value: string) {
    if (value === '') return value
    if (!/^postgres(ql)?:\/\//.test(value)) throw new Error(tell('环境变量 {name} 应以 postgres:// 开头', { name }))
    // Without the address: it holds a password.
    if (!readHosts(value).urls.every((each) => URL.canParse(each.replace('@/', '@host/'))))
      throw new Error(tell('环境变量 {name} 不是有效的地址', { name }))
    return value
  },
  account(name: string, value: string) {
    const { data, error } = account.safeParse(value)
    if (data !== undefined) return data
    throw new Error(
      tell('环境变量 {name} 不能用作账号：{message}，现在是“{value}”', {
        name,
        message: error.issues[0]?.message,
        value,
      }),
    )
  },
  parts(name: string, value: string): ReadonlySet<ProcessPart> {
    const chosen = toList(name, value)
    const found = processParts.filter((part) => chosen.includes(part))
    if (found.length === 0 || found.length < new Set(chosen).size)
      throw new Error(
        tell('环境变量 {name} 只能由 {processParts} 组成，多个用逗号分隔，现在是“{value}”', {
          name,
          processParts: joinTold(processParts, '、'),
          value,
        }),
      )
    return new Set(found)
  },
  addresses(name: string, value: string) {
    const addresses = toList(name, value)
    const isAddress = (each: string) => isIP(each) !== 0 || isIP(each.replace(/^\[?([^\]]*)\]?:\d{1,5}$/, '$1')) !== 0
    const wrong = addresses.find((each) => !isAddress(each))
    if (wrong !== undefined)
      throw new Error(tell('环境变量 {name} 应是 IP 地址或 地址:端口，现在是“{wrong}”', { name, wrong }))
    return addresses
  },
  networks(name: string, value: string) {
    const networks = toList(name, value)
    const wrong = networks.find((each) => !isNetwork(each))
    if (wrong !== undefined)
      throw new Error(tell('环境变量 {name} 应是 IP 地址或网段，现在是“{wrong}”', { name, wrong }))
    return networks
  },
  publicKey(name: string, value: string) {
    if (value === '' || /^[A-Za-z0-9+/]{43}=$/.test(value)) return value
    throw new Error(tell('环境变量 {name} 应是 Base64 编码的 32 字节 Ed25519 公钥，现在是“{value}”', { name, value }))
  },
} as const
export type Kind = keyof typeof readers
