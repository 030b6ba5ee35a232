import type { Topic } from '@atrium/contract/kernel/event-stream.ts'
import type * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { insertEvent } from '../db/event-log.ts'
import type { Owner } from '../scope.ts'

/** Who receives an event. Publishing to everybody or another company needs platform reach or the platform company. */
export type Audience = { readonly user: Owner } | { readonly company: string } | 'everybody'

const toAddressee = (audience: Audience) => {
  if (audience === 'everybody') return { companyId: null, userId: null }
  return 'user' in audience ? audience.user : { companyId: audience.company, userId: null }
}

/**
 * Publishes an event in the current transaction: open consoles of the audience, on every node, receive it once it is
 * committed, within a second.
 * @throws ZodError if the data does not fit the topic; a database error if the audience is another company's
 */
export const publish = async <D extends z.ZodMiniType>(
  db: Db,
  topic: Topic<D>,
  audience: Audience,
  data: z.input<D>,
): Promise<void> => {
  const { companyId, userId } = toAddressee(audience)
  await insertEvent(db, { companyId, userId, topic: topic.name, data: topic.data.parse(data) })
}
