import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { readHandlers } from '../../../kernel/db/crud-handlers.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { baseParametersRepository } from './base-parameters.repository.ts'
import type { BaseParametersService } from './base-parameters.service.ts'

export const baseParametersRoutes = (service: BaseParametersService) =>
  implement(baseParametersContract, {
    ...readHandlers(baseParametersRepository),
    create: (scope, { body }) => service.create(scope, body),
    update: (scope, { params, body }) => service.update(scope, params.id, body),
    remove: (scope, { params }) => service.remove(scope, params.id),
    writeSecret: (scope, { params, body }) => service.writeSecret(scope, params.id, body.value, body.version),
    history: (scope, { params, query }) => service.history(scope, params.id, query),
    revert: (scope, { params, body }) => service.revert(scope, params.id, body.to, body.version),
  })
