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
      ...readHandlers(baseParametersRepository),
      exportParameters: (scope, { body: request }) =>
        exportSheet(scope, {
          source: baseParameterSource,
          request,
          reach: { reach: 'company', companyId: scope.actor.companyId },
          count: (db, limit) => baseParametersRepository.count(db, request, limit),
          batch: (db, after, size) => baseParametersRepository.batch(db, request, after?.id, size),
        }),
      create: (scope, { body }) => service.create(scope, body),
      update: (scope, { params, body }) => service.update(scope, params.id, body),
      updateValues: (scope, { body }) => service.updateValues(scope, body.changes),
      remove: (scope, { params }) => service.remove(scope, params.id),
      writeSecret: (scope, { params, body }) => service.writeSecret(scope, params.id, body.value, body.version),
      history: (scope, { params, query }) => service.history(scope, params.id, query),
      revert: (scope, { params, body }) => service.revert(scope, params.id, body.to, body.version),
    }),
    sheets: [baseParameterSource],
    constraints: { base_parameters__code: { ...baseParameterErrors.codeTaken, field: 'code' } },
  }
}
