import { customFieldsContract } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { offeredFieldsContract } from '@atrium/contract/features/system/custom-fields/offered-fields.contract.ts'
import type { CustomEntity } from '@atrium/contract/kernel/custom-fields.ts'
import type { BasePorts, CustomTable } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { hasDictionaryGroup } from '../dictionaries/index.ts'
import { createClearing } from './clearing.ts'
import { createCustomFields } from './custom-fields.service.ts'
import { findCustomPlaces } from './custom-places.ts'
import type { Definitions } from './definitions.ts'

type Ports = Pick<BasePorts, 'database' | 'catalogue'> & {
  definitions: Definitions
  tables: () => readonly CustomTable[]
}

const entitiesIn = ({ endpoints }: BasePorts['catalogue']): CustomEntity[] => [
  ...new Set(endpoints.flatMap((endpoint) => findCustomPlaces(endpoint)?.entity ?? [])),
]

/** Fields that the platform and companies add to entities. What stands beside the handlers: `createCustomFieldRoutes`. */
export const createCustomFieldsFeature = ({ database, catalogue, definitions, tables }: Ports) => {
  const clearing = createClearing(tables)
  const { offered, ...fields } = createCustomFields({
    database,
    entities: entitiesIn(catalogue),
    tables,
    definitions,
    clearing,
    hasGroup: hasDictionaryGroup,
  })
  return {
    routes: [...implement(customFieldsContract, fields), ...implement(offeredFieldsContract, { offered })],
    jobs: [clearing.job],
    caches: { customFields: definitions.cacheReads },
  }
}
