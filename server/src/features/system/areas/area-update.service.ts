import { type AreaChanges, areaChangeKinds } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { areasErrors } from '@atrium/contract/features/system/areas/areas.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import { areaUpdateRepository as repository } from './area-update.repository.ts'
import { readSignedAreas } from './signed-areas.ts'

/** Replaces the areas by those of a file that the publisher has signed. */
export const createAreaUpdate =
  ({ database, areasPublicKey }: Pick<BasePorts, 'database' | 'areasPublicKey'>) =>
  /** Throws `platformOnly`, `alreadyLoaded`, `lostCodes`, 111 with the changes, and as `readSignedAreas` does. */
  async (scope: DetachedScope<Actor>, file: Uint8Array) => {
    if (!scope.actor.platform) throw new AppError(areasErrors.platformOnly)
    const { sha256, rows } = await readSignedAreas(file, areasPublicKey)
    const found = await database.read({ reach: 'platform' }, async (db) => {
      if (await repository.isLoaded(db, sha256)) throw new AppError(areasErrors.alreadyLoaded)
      if ((await repository.countLost(db, rows)) > 0) throw new AppError(areasErrors.lostCodes)
      return repository.changes(db, rows)
    })
    const findCount = (kind: string) => found.find((change) => change.kind === kind)?.count ?? 0
    const counts = Object.fromEntries(areaChangeKinds.map((kind) => [kind, findCount(kind)])) as AreaChanges['counts']
    scope.confirm({ edition: sha256, counts, first: found.map(({ count: _count, ...change }) => change) })
    await scope.commit(async (db) => {
      await repository.apply(db, sha256, rows)
      scope.note({ entityId: sha256, entityName: '行政区划', after: counts })
    })
    return null
  }
