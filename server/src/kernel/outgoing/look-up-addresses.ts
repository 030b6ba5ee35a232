import { lookup as lookUp, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { semaphore } from '../semaphore.ts'

const hostsFile = '/etc/hosts'
/** Asks name servers without a thread, so that one that does not answer keeps no other name waiting. */
const resolver = new Resolver({ timeout: 2000, tries: 2 })
/** The system's own look-up takes one of few threads until it ends, which nothing can stop: two of the four. */
const systemPlaces = semaphore(2, 1000)
/** The longest wait for a place and an answer. */
const systemMs = 5000
const underWay = new Map<string, Promise<string[]>>()

const addressesIn = (hosts: string, name: string): string[] =>
  hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) !== 0 && names.includes(name) ? [address] : []
  })
const isUnanswered = (each: PromiseSettledResult<string[]>) =>
  each.status === 'rejected' && each.reason instanceof Error && 'code' in each.reason && each.reason.code === 'ETIMEOUT'

const askSystem = (name: string): Promise<string[]> => {
  const found = systemPlaces(async () => (await lookUp(name, { all: true })).map(({ address }) => address))
  const late = Object.assign(new Error('the name was not found in time'), { code: 'ETIMEOUT' })
  return new Promise((done, failed) => {
    const limit = setTimeout(() => failed(late), systemMs)
    found.then(done, failed).finally(() => clearTimeout(limit))
  })
}
const look = async (name: string): Promise<string[]> => {
  const here = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), name)
  if (here.length > 0) return here
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (found.length > 0) return found
  for (const each of answers) if (each.status === 'rejected' && isUnanswered(each)) throw each.reason
  return askSystem(name)
}

/**
 * Looks a name up: in the hosts file, at the name servers, and in the system's other sources and search domains if
 * those do not know it. Throws if it has no address, or a name server does not answer within some seconds. All that ask
 * meanwhile get one answer, and it is not kept.
 */
export const lookUpAddresses = (host: string): Promise<string[]> => {
  const name = host.toLowerCase().replace(/\.$/, '')
  const asked = underWay.get(name) ?? look(name).finally(() => underWay.delete(name))
  underWay.set(name, asked)
  return asked
}
