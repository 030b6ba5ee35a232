import type { OperationLogRow } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'

/** Who did it; of a guest also the company he came from. */
export const actorText = (actor: OperationLogRow['actor']): string => {
  if (!actor) return '未登录'
  return actor.guestOf === undefined ? actor.name : `${actor.name}（${actor.guestOf}）`
}
