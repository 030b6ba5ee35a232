import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import type { BasePorts, Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { areasRepository } from './areas.repository.ts'
import { createAreas } from './areas.service.ts'

/** Administrative divisions. */
export const createAreasFeature = ({ database }: Pick<BasePorts, 'database'>): Feature => {
  const areas = createAreas(database)
  return {
    routes: implement(areasContract, {
      list: (_scope, { query }) => areas.list(query),
      path: (_scope, { params }) => areas.path(params.code),
      async ended({ db }, { query }) {
        assertPageDepth(query)
        return areasRepository.ended(db, query)
      },
    }),
  }
}
