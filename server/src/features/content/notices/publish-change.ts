import { noticesChanged } from '@atrium/contract/features/content/notices/notice-topics.ts'
import type { NoticeTarget } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { type Audience, publish } from '../../../kernel/events/publish.ts'
import type { Actor, RequestScope } from '../../../kernel/scope.ts'

/** No wider than the target, as every console of the audience asks again. */
const listAudiences = ({ platform, companyId }: Actor, { scope, ids }: NoticeTarget): readonly Audience[] => {
  if (scope === 'user') return ids.map((userId) => ({ user: { companyId, userId } }))
  if (scope === 'company') return ids.map((company) => ({ company }))
  // The organisations and roles of a notice are those of its own company.
  return [platform && scope !== 'org' && scope !== 'role' ? 'everybody' : { company: companyId }]
}

/**
 * Tells open consoles that notices may have changed; each asks for those that reach it. Takes the target, and the
 * former one if it was another.
 */
export const publishChange = async (
  { db, actor }: Pick<RequestScope, 'db' | 'actor'>,
  ...targets: readonly NoticeTarget[]
): Promise<void> => {
  const all = targets.flatMap((target) => listAudiences(actor, target))
  const audiences = all.includes('everybody') ? ['everybody' as const] : all
  // Each once.
  const distinct = new Map(audiences.map((audience) => [JSON.stringify(audience), audience]))
  for (const audience of distinct.values()) await publish(db, noticesChanged, audience, {})
}
