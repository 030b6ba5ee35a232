import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { webhooksErrors } from '@atrium/contract/features/open/webhooks/webhooks.errors.ts'
import { isRefusedTarget } from '../../../kernel/outgoing/allowed-targets.ts'
import { type Actor, refusalAt } from '../../../kernel/scope.ts'
import { assertCovers } from '../open-apps/index.ts'
import type { EventCatalogue } from './event-catalogue.ts'

/**
 * A webhook receives what its application's owner may read, so that a person who sets one up must be able to read it
 * too: as the owner, or for all rows and without a masked field.
 * @throws `noSuchEvent`, `eventBeyondRights` and `beyondRights`
 */
export const assertCoversEvents = (
  { readFor, mayRead }: EventCatalogue,
  actor: Actor,
  { owner }: Pick<OpenAppRow, 'owner'>,
  events: readonly string[],
) => {
  const reads = events.map((event) => {
    const read = readFor(event)
    if (!read) throw refusalAt(webhooksErrors.noSuchEvent, 'events')
    return read
  })
  if (!events.every((event) => mayRead(actor, event))) throw refusalAt(webhooksErrors.eventBeyondRights, 'events')
  assertCovers(actor, owner, reads)
}

/** @throws `addressRefused` for an address that names a refused one; names are looked up at each attempt */
export const assertAddress = (url: string, allowedNetworks: readonly string[]) => {
  if (isRefusedTarget(url, allowedNetworks)) throw refusalAt(webhooksErrors.addressRefused, 'url')
}
