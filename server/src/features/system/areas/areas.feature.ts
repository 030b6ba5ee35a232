import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import type { BasePorts, Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { areaSource } from './area-sheet.ts'
import { createAreaUpdate } from './area-update.service.ts'
import { areasRepository } from './areas.repository.ts'
import { createAreas } from './areas.service.ts'

/** Administrative divisions. */
export const createAreasFeature = (ports: Pick<BasePorts, 'database' | 'exportSheet' | 'areasPublicKey'>): Feature => {
  const update = createAreaUpdate(ports)
  const areas = createAreas(ports)
  return {
    routes: implement(areasContract, {
      list: (_scope, query) => areas.list(query),
      path: (_scope, code) => areas.path(code),
      async ended({ db }, query) {
        assertPageDepth(query)
        return areasRepository.ended(db, query)
      },
      exportAreas: areas.export,
      update,
    }),
    sheets: [areaSource],
  }
}
