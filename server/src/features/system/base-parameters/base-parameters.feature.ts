import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { baseParameterErrors } from '@atrium/contract/features/system/base-parameters/base-parameters.errors.ts'
import { readHandlers } from '../../../kernel/db/crud-handlers.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { baseParameterSource } from './base-parameter-sheet.ts'
import { baseParametersRepository } from './base-parameters.repository.ts'
import { createBaseParametersService } from './base-parameters.service.ts'
import { createSettings } from './settings.ts'

/** Parameters of the platform. Offers `settings`, the built-in ones. */
export const createBaseParametersFeature = ({
  database,
  secrets,
  exportSheet,
}: Pick<BasePorts, 'database' | 'secrets' | 'exportSheet'>) => {
  const settings = createSettings(database, secrets)
  const service = createBaseParametersService(secrets, settings)
  return {
    settings,
    routes: implement(baseParametersContract, {
      ...service,
      ...readHandlers(baseParametersRepository),
      exportParameters: (scope, request) =>
        exportSheet(scope, {
          source: baseParameterSource,
          request,
          reach: { reach: 'company', companyId: scope.actor.companyId },
          count: (db, limit) => baseParametersRepository.count(db, request, limit),
          batch: (db, after, size) => baseParametersRepository.batch(db, request, after?.id, size),
        }),
      updateValues: (scope, body) => service.updateValues(scope, body.changes),
      writeSecret: (scope, id, body) => service.writeSecret(scope, id, body.value, body.version),
      revert: (scope, id, body) => service.revert(scope, id, body.to, body.version),
    }),
    sheets: [baseParameterSource],
    constraints: { base_parameters__code: { ...baseParameterErrors.codeTaken, field: 'code' } },
  }
}
