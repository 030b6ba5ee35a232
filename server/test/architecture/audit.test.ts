import { eventName, moduleName } from '@atrium/contract/event-words.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { describe, expect, it } from 'vitest'
import { expectOnly, toTitle } from './expect-only.ts'

/** Writes without an audit event; the declaration gives the reason. */
const unauditedWrites = {
  'sysLogs.reportPage': 'a failed page is not an operation of a user; the failure itself is stored',
  'sysCompanys.pin': 'pinned companies are personal and concern only the caller',
  'sysCompanys.unpin': 'pinned companies are personal and concern only the caller',
  'sysBulks.create': 'judges rows and changes none; what is applied is audited',
  'sysBulks.createAcross': 'judges rows and changes none; what is applied is audited',
  'sysNews.read': 'the receipt itself says who read what and when',
  'sysNews.readAll': 'the receipts themselves say who read what and when',
  'sysPreferences.save': 'preferences are personal and concern only the caller',
  'sysViews.saveSettings': 'list preferences are personal and concern only the caller',
  'sysViews.saveView': 'list preferences are personal and concern only the caller',
  'sysViews.updateView': 'list preferences are personal and concern only the caller',
  'sysViews.removeView': 'list preferences are personal and concern only the caller',
  'frontApps.favorite': 'favourites are personal and concern only the caller',
  'sysOutsideSignIn.start': 'nothing is known of the person yet; what comes back is audited',
  'sysIdentityLinks.start': 'the link is audited when it is made',
  'sysConsole.refresh': 'happens every ten minutes in every open console',
  'frontSignIn.refreshToken': 'happens every ten minutes in every open portal',
}
/** Past tenses that do not end in -ed. */
const irregular: readonly string[] = ['bound', 'withdrawn']

const writes = endpoints.flatMap((endpoint) => (endpoint.method === 'GET' ? [] : endpoint))
const events = writes.flatMap(({ audit }) => ('event' in audit ? audit.event : []))
const lastWord = (event: string) => event.match(/[A-Z]?[a-z]+$/)?.[0].toLowerCase() ?? ''
const isPast = (event: string) => lastWord(event).endsWith('ed') || irregular.includes(lastWord(event))

describe('the audit log', () => {
  it('covers every write', () => {
    const unaudited = writes.filter(({ audit }) => !('event' in audit))
    expectOnly(unaudited.map(toTitle), unauditedWrites)
    expect(unaudited.filter(({ audit }) => 'none' in audit && audit.none.length < 15)).toEqual([])
  })
  it('gives each write its own event name', () => {
    expect([...new Set(events)]).toEqual(events)
  })
  it('has Chinese words for each event and its module', () => {
    expect(events).toContain('session.started')
    expect(events.filter((event) => eventName(event) === eventName(''))).toEqual([])
    const modules = writes.filter(({ audit }) => 'event' in audit).map(({ module }) => module)
    expect(modules.filter((module) => moduleName(module) === moduleName(''))).toEqual([])
  })
  it('names events noun.pastTense', () => {
    expect(events.filter((event) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(event) || !isPast(event))).toEqual([])
    expect(irregular.filter((word) => !events.some((event) => lastWord(event) === word))).toEqual([])
  })
})
